# What the build needs. Nothing here uses the network.

# neardup_optional(OPENCC "what it does" found): decides whether the build uses an optional library. The user says ON
# (an error if it is missing), OFF, or AUTO: use it if it is there. Sets NEARDUP_HAS_<name>.
function(neardup_optional name purpose found)
  set(NEARDUP_${name} AUTO CACHE STRING "${purpose}: ON, OFF or AUTO (if found)")
  set_property(CACHE NEARDUP_${name} PROPERTY STRINGS AUTO ON OFF)
  set(has OFF)
  if(found AND NEARDUP_${name})  # "AUTO" is neither true nor false for if()
    set(has ON)
  elseif(found AND NEARDUP_${name} STREQUAL "AUTO")
    set(has ON)
  elseif(NEARDUP_${name} STREQUAL "AUTO")
    message(STATUS "neardup: building without ${name} (${purpose}): not found")
  elseif(NEARDUP_${name})
    message(FATAL_ERROR "NEARDUP_${name} is ON, but what it needs was not found (${purpose}).")
  endif()
  set(NEARDUP_HAS_${name} ${has} PARENT_SCOPE)
endfunction()

find_package(PkgConfig REQUIRED)
pkg_check_modules(neardup_opencc QUIET opencc)
pkg_check_modules(neardup_edlib QUIET edlib-1)
pkg_check_modules(neardup_rocksdb QUIET rocksdb)
pkg_check_modules(neardup_libarchive QUIET libarchive)
pkg_check_modules(neardup_uchardet QUIET uchardet)
pkg_check_modules(neardup_libxml2 QUIET libxml-2.0)
neardup_optional(OPENCC "converts traditional Chinese to simplified" "${neardup_opencc_FOUND}")
neardup_optional(EDLIB "computes edit distances faster" "${neardup_edlib_FOUND}")
neardup_optional(STORE "keeps live collections in RocksDB" "${neardup_rocksdb_FOUND}")
neardup_optional(ARCHIVE "reads .zip, .tar, .bz2 and .xz" "${neardup_libarchive_FOUND}")
neardup_optional(UCHARDET "guesses encodings better than ICU" "${neardup_uchardet_FOUND}")
neardup_optional(HTML "reads web pages with libxml2" "${neardup_libxml2_FOUND}")
if(NEARDUP_STATIC)
  include(StaticLibraries)
else()
  include(LibraryDependencies)
endif()

# cppjieba is headers and dictionaries. `./dev setup` unpacks it from a pinned npm package (tools/npm_packages.txt).
set(NEARDUP_CPPJIEBA ${PROJECT_SOURCE_DIR}/.deps/nodejieba/submodules/cppjieba CACHE PATH
  "Source tree of cppjieba, with its submodule limonp in deps/")
file(GLOB cppjieba_headers ${NEARDUP_CPPJIEBA}/include/cppjieba/KeywordExtractor.hpp)
neardup_optional(JIEBA "cuts Chinese text into words with the cppjieba of NEARDUP_CPPJIEBA" "${cppjieba_headers}")
if(NEARDUP_HAS_JIEBA)
  add_library(cppjieba INTERFACE)
  target_include_directories(cppjieba SYSTEM INTERFACE
    ${NEARDUP_CPPJIEBA}/include ${NEARDUP_CPPJIEBA}/deps/limonp/include)
endif()

# Arrow reads and writes Parquet. Debian 12 has no Arrow, but the wheel of pyarrow carries its headers and libraries;
# `./dev setup` unpacks a pinned one (tools/wheels.txt).
set(NEARDUP_ARROW ${PROJECT_SOURCE_DIR}/.deps/pyarrow CACHE PATH
  "Folder with the headers of Arrow in include/, libarrow and libparquet")
file(GLOB neardup_libarrow ${NEARDUP_ARROW}/libarrow.so.[0-9]*)
file(GLOB neardup_libparquet ${NEARDUP_ARROW}/libparquet.so.[0-9]*)
set(arrow_found OFF)
if(neardup_libarrow AND neardup_libparquet)
  set(arrow_found ON)
endif()
neardup_optional(PARQUET "reads and writes Parquet with the Arrow of NEARDUP_ARROW" ${arrow_found})

# The tables of the recipe jieba-tfidf are made from those of the Python package jieba.
find_package(Python3 COMPONENTS Interpreter)
set(NEARDUP_PYTHON_JIEBA /usr/lib/python3/dist-packages/jieba CACHE PATH "Folder of the Python package jieba")
file(GLOB python_jieba_tables ${NEARDUP_PYTHON_JIEBA}/dict.txt)
set(python_jieba_found OFF)
if(Python3_FOUND AND python_jieba_tables)
  set(python_jieba_found ON)
endif()
neardup_optional(PYTHON_JIEBA_TABLES "makes the tables of the recipe jieba-tfidf from NEARDUP_PYTHON_JIEBA"
  ${python_jieba_found})

# The Python package is built for the Python of the folder that `./dev` fills (python/requirements-dev.txt), or for the
# one that builds a wheel. nanobind comes with that Python.
set(neardup_python_of_dev ${PROJECT_SOURCE_DIR}/.deps/python-venv/bin/python)
if(NOT Python_EXECUTABLE AND EXISTS ${neardup_python_of_dev})
  set(Python_EXECUTABLE ${neardup_python_of_dev})
endif()
set(nanobind_found OFF)
if(Python_EXECUTABLE)
  execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir OUTPUT_VARIABLE nanobind_ROOT
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  find_package(Python 3.10 QUIET COMPONENTS Interpreter Development.Module)
  if(Python_FOUND AND nanobind_ROOT)
    find_package(nanobind CONFIG QUIET)
    set(nanobind_found ${nanobind_FOUND})
  endif()
endif()
neardup_optional(PYTHON "builds the Python package with nanobind for Python_EXECUTABLE" ${nanobind_found})

if(NEARDUP_CLI)
  find_package(CLI11 QUIET)
  if(NOT CLI11_FOUND)
    message(FATAL_ERROR "The command neardup needs CLI11; -DNEARDUP_CLI=OFF builds the library alone.")
  endif()
endif()
