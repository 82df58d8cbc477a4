#[=======================================================================[.rst:
KernodeckEmbed
--------------

``kernodeck_embed_text(<output.cc> HEADER <header> FUNCTION <name> FILES <file>...)`` writes, at configure time, a source
that defines ``std::string_view kernodeck::<name>()``: the text of the files, one after the other. They are read anew
whenever one of them changed.
#]=======================================================================]

function(kernodeck_embed_text output)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;FUNCTION" "FILES")
  set(text "")
  foreach(file IN LISTS arg_FILES)
    file(READ "${file}" content)
    string(APPEND text "${content}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  endforeach()
  file(CONFIGURE OUTPUT "${output}" @ONLY CONTENT
"#include \"@arg_HEADER@\"

namespace kernodeck {

std::string_view @arg_FUNCTION@() { return R\"KERNODECK(@text@)KERNODECK\"; }

}  // namespace kernodeck
")
endfunction()
