# shellcheck shell=bash
# All shell functions of the scripts. Sourced, not run.
lib=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source=scripts/lib/common.sh
source "$lib/common.sh"
# shellcheck source=scripts/lib/packages.sh
source "$lib/packages.sh"
# shellcheck source=scripts/lib/fetch.sh
source "$lib/fetch.sh"
# shellcheck source=scripts/lib/build.sh
source "$lib/build.sh"
# shellcheck source=scripts/lib/prepare_tests.sh
source "$lib/prepare_tests.sh"
