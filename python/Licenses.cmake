# Installs the licences of what is linked in, as Debian's packages and nanobind
# have them. Where there are no such packages, a wheel is without.
set(licenses "${SKBUILD_METADATA_DIR}/licenses")
install(FILES ../LICENSE DESTINATION "${licenses}" COMPONENT Python)
foreach(package llvm-22-dev zlib1g-dev libzstd-dev nlohmann-json3-dev)
  install(FILES "/usr/share/doc/${package}/copyright" DESTINATION "${licenses}"
    RENAME "${package}.txt" COMPONENT Python OPTIONAL)
endforeach()
execute_process(COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
  OUTPUT_VARIABLE nanobind_folder ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
file(GLOB nanobind_license
  "${nanobind_folder}/../../nanobind-*.dist-info/licenses/LICENSE")
if(nanobind_license)
  install(FILES ${nanobind_license} DESTINATION "${licenses}"
    RENAME nanobind.txt COMPONENT Python)
endif()
