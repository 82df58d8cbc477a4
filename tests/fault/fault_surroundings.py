"""Surroundings that must not change a verdict: libraries that talk, another locale, a driver of other words."""
import atexit
import functools
import pathlib
import shutil
import subprocess
import tempfile


def chatter(bench):
    bench.preload.append(bench.standin("preload") / "standin_chatter.so")


@functools.lru_cache(maxsize=None)
def german_locale():
    """A folder with the locale, made here where the system lacks it."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kernodeck-locale-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    folder.chmod(0o755)
    if shutil.which("localedef") and pathlib.Path("/usr/share/i18n/locales/de_DE").exists():
        subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", folder / "de_DE.UTF-8"], check=True)
    return folder


def locale(bench):
    """German: another language, and a comma for the decimal point."""
    folder = german_locale()
    bench.env.update(LANG="de_DE.UTF-8", LC_ALL="de_DE.UTF-8", LANGUAGE="de", LOCPATH=str(folder))
    # Somebody has to take the locale over: libraries do.
    chatter(bench)


def texts(bench):
    bench.env.update(KERNODECK_FAKE_SWAP="1", KERNODECK_FAKE_TEXT="CUDA_ERROR_SYSTEM_NOT_READY: out of memory",
                     TRANSLATED="1")


ALL = {"chatter": chatter, "locale": locale, "texts": texts}
