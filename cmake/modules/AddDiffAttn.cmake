# One wrapper a kind of target, so that warnings, the precompiled header and
# installation are decided in one place.
include_guard()

set(DIFFATTN_WARNINGS -Wall -Wextra -Wno-unused-parameter)
if(DIFFATTN_WERROR)
  list(APPEND DIFFATTN_WARNINGS -Werror)
endif()

# Installed programs find our libraries beside their folder, libraries find each
# other in theirs, so that an install tree works wherever it is moved to. MLIR's
# libraries may be outside of the loader's folders: theirs is kept.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
file(RELATIVE_PATH DIFFATTN_BIN_TO_LIB
  ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})

# What every target sees: its own headers, and nothing of MLIR.
function(diffattn_target_defaults name)
  get_target_property(type ${name} TYPE)
  set(origin $<IF:$<STREQUAL:${type},EXECUTABLE>,/${DIFFATTN_BIN_TO_LIB},>)
  set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN${origin}")
  target_compile_options(${name} PRIVATE ${DIFFATTN_WARNINGS})
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endfunction()

# What a target that includes MLIR headers sees on top.
function(diffattn_target_mlir name)
  target_include_directories(${name} SYSTEM PUBLIC
    "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS};${MLIR_INCLUDE_DIRS}>")
  target_compile_features(${name} PUBLIC cxx_std_17)
  target_compile_definitions(${name} PRIVATE ${LLVM_DEFINITIONS_LIST})
  target_compile_options(${name} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
  add_dependencies(${name} DiffAttnIncGen)
  if(NOT name STREQUAL "DiffAttnPCH")
    target_precompile_headers(${name} REUSE_FROM DiffAttnPCH)
    add_dependencies(${name} DiffAttnPCH)
  endif()
endfunction()
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
list(TRANSFORM LLVM_DEFINITIONS_LIST REPLACE "^-D" "")

# add_diffattn_library(DiffAttnIR a.cpp b.cpp LINK MLIR ...)
# A static library of the compiler side (may include MLIR), to be installed.
function(add_diffattn_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  diffattn_target_defaults(${name})
  diffattn_target_mlir(${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  set_property(GLOBAL APPEND PROPERTY DIFFATTN_LIBRARIES ${name})
endfunction()

# add_diffattn_plain_library(DiffAttnReference STATIC|SHARED a.cpp LINK ...)
# A library that knows nothing of MLIR: Runtime, Reference, TilePlan.
function(add_diffattn_plain_library name kind)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} ${kind} ${ARG_UNPARSED_ARGUMENTS})
  diffattn_target_defaults(${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# add_diffattn_tool(diffattn-opt main.cpp LINK DiffAttnPipelines ...)
function(add_diffattn_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  diffattn_target_defaults(${name})
  diffattn_target_mlir(${name})
  # -fPIC, not CMake's -fPIE, or the precompiled header would not fit.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
