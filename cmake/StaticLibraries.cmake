# NEARDUP_STATIC: what LibraryDependencies.cmake finds as shared libraries, as static ones under the same names, so that
# the command needs no library but glibc, of version 2.28 or later, and the Python module only libgcc_s besides.
#
# Debian's static libraries are made for executables. Three things keep them out of a shared module, and none of them is
# worth compiling a library again:
# - They reach the variables of glibc directly. A copy of each archive gets other names for these (older_glibc.cpp).
# - Objects that define thread-local variables assume the executable's. Only RocksDB has some: those objects are compiled
#   again.
# - Their symbols could be replaced by those of other modules. The linker hides them.
# Where Debian has no static library, `./dev` unpacks the sources of the same version, and they are compiled here.
#
# Users of these libraries get the flags of the shared ones, so that ccache shares the objects of ordinary builds.
set(NEARDUP_SOURCES ${PROJECT_SOURCE_DIR}/.deps/sources CACHE PATH "Folder with the sources of rocksdb, highway, simdjson and fmtlib")
set(NEARDUP_OPENCC_SOURCES ${PROJECT_SOURCE_DIR}/.deps/opencc CACHE PATH "Source tree of OpenCC")
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
set(static_folder ${PROJECT_BINARY_DIR}/static)
file(MAKE_DIRECTORY ${static_folder})
foreach(name rocksdb highway simdjson fmtlib)
  if(NOT EXISTS ${NEARDUP_SOURCES}/${name})
    message(FATAL_ERROR "NEARDUP_STATIC needs the sources of ${name} in ${NEARDUP_SOURCES}; `./dev tarball` fetches them.")
  endif()
endforeach()

add_library(neardup_older_glibc OBJECT ${packaging}/older_glibc.cpp)
set_target_properties(neardup_older_glibc PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
target_compile_features(neardup_older_glibc PRIVATE cxx_std_20)
target_link_libraries(neardup_older_glibc PRIVATE neardup_warnings neardup_relative_paths)

# neardup_built(NAME SOURCE...): a library that is compiled here.
function(neardup_built name)
  add_library(${name} STATIC ${ARGN})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_compile_options(${name} PRIVATE -w)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

# neardup_copied(NAME [DEPENDENCY...] [WITHOUT MEMBER...]): a copy of Debian's archive, without some of its objects.
function(neardup_copied name)
  cmake_parse_arguments(PARSE_ARGV 1 copied "" "" "WITHOUT")
  find_library(static_library_${name} lib${name}.a REQUIRED)
  set(copy ${static_folder}/lib${name}.a)
  if(${static_library_${name}} IS_NEWER_THAN ${copy} OR ${CMAKE_CURRENT_FUNCTION_LIST_FILE} IS_NEWER_THAN ${copy})
    execute_process(COMMAND ${CMAKE_OBJCOPY} --redefine-sym stdin=neardup_stdin --redefine-sym stdout=neardup_stdout
      --redefine-sym stderr=neardup_stderr --redefine-sym __timezone=neardup_timezone --redefine-sym tzname=neardup_tzname
      ${static_library_${name}} ${copy} COMMAND_ERROR_IS_FATAL ANY)
    if(copied_WITHOUT)
      execute_process(COMMAND ${CMAKE_AR} d ${copy} ${copied_WITHOUT} COMMAND_ERROR_IS_FATAL ANY)
    endif()
  endif()
  add_library(static_${name} STATIC IMPORTED GLOBAL)
  set_target_properties(static_${name} PROPERTIES IMPORTED_LOCATION ${copy})
  target_link_libraries(static_${name} INTERFACE ${copied_UNPARSED_ARGUMENTS})
endfunction()

neardup_copied(z)
neardup_copied(zstd)
neardup_copied(xxhash)
neardup_copied(bz2)
neardup_copied(lz4)
neardup_copied(lzma)
neardup_copied(snappy)
neardup_copied(nettle)
neardup_copied(uchardet)
neardup_copied(edlib)
target_include_directories(static_uchardet SYSTEM INTERFACE ${neardup_uchardet_INCLUDE_DIRS})
target_compile_options(static_edlib INTERFACE ${neardup_edlib_CFLAGS_OTHER})
add_library(zstd::libzstd_shared ALIAS static_zstd)
add_library(ZLIB::ZLIB ALIAS static_z)
add_library(PkgConfig::XXHASH ALIAS static_xxhash)
add_library(PkgConfig::UCHARDET ALIAS static_uchardet)
add_library(PkgConfig::EDLIB ALIAS static_edlib)

# The data of ICU is 30 MB, mostly of languages and countries. The code uses its converters and one
# table of normalisation; what else it asks of ICU is compiled in.
find_library(static_library_icudata libicudata.a REQUIRED)
find_program(NEARDUP_ICUPKG icupkg PATHS /usr/sbin REQUIRED)
set(icu_data ${static_folder}/icu_data.dat)
if(${packaging}/trim_icu_data.cmake IS_NEWER_THAN ${icu_data})
  execute_process(COMMAND ${CMAKE_COMMAND} -DARCHIVE=${static_library_icudata} -DICUPKG=${NEARDUP_ICUPKG} -DOUTPUT=${icu_data}
    -DAR=${CMAKE_AR} -DOBJCOPY=${CMAKE_OBJCOPY} -P ${packaging}/trim_icu_data.cmake COMMAND_ERROR_IS_FATAL ANY)
endif()
pkg_check_modules(neardup_icu REQUIRED QUIET icu-uc)
string(REGEX MATCH "^[0-9]+" icu_major ${neardup_icu_VERSION})
neardup_built(static_icudata ${packaging}/icu_data.cpp)
target_compile_definitions(static_icudata PRIVATE ICU_DATA_FILE="${icu_data}" ICU_DATA_NAME="icudt${icu_major}_dat")
set_source_files_properties(${packaging}/icu_data.cpp PROPERTIES OBJECT_DEPENDS ${icu_data})
neardup_copied(icuuc static_icudata)
neardup_copied(icui18n static_icuuc)
neardup_copied(xml2 static_icuuc static_lzma static_z m)
target_include_directories(static_xml2 SYSTEM INTERFACE ${neardup_libxml2_INCLUDE_DIRS})
neardup_copied(archive static_nettle static_xml2 static_lzma static_zstd static_lz4 static_bz2 static_z)
add_library(PkgConfig::LIBXML2 ALIAS static_xml2)
add_library(PkgConfig::LIBARCHIVE ALIAS static_archive)
add_library(ICU::uc ALIAS static_icuuc)
add_library(ICU::i18n ALIAS static_icui18n)

neardup_built(static_simdjson ${NEARDUP_SOURCES}/simdjson/singleheader/simdjson.cpp)
target_compile_definitions(static_simdjson PUBLIC SIMDJSON_THREADS_ENABLED=1)
add_library(simdjson::simdjson ALIAS static_simdjson)

set(hwy ${NEARDUP_SOURCES}/highway)
neardup_built(static_hwy ${hwy}/hwy/aligned_allocator.cc ${hwy}/hwy/per_target.cc ${hwy}/hwy/targets.cc)
target_include_directories(static_hwy BEFORE PRIVATE ${hwy})
target_compile_definitions(static_hwy INTERFACE HWY_SHARED_DEFINE)
add_library(hwy::hwy ALIAS static_hwy)

set(fmt ${NEARDUP_SOURCES}/fmtlib)
neardup_built(static_fmt ${fmt}/src/format.cc ${fmt}/src/os.cc)
target_include_directories(static_fmt BEFORE PRIVATE ${fmt}/include)
target_compile_definitions(static_fmt INTERFACE FMT_SHARED)
add_library(fmt::fmt ALIAS static_fmt)

file(GLOB opencc_sources ${NEARDUP_OPENCC_SOURCES}/src/*.cpp)
list(FILTER opencc_sources EXCLUDE REGEX "Test|py_opencc|Darts|PhraseExtract")
neardup_built(static_opencc ${opencc_sources} ${NEARDUP_OPENCC_SOURCES}/node/marisa.cc)
set_target_properties(static_opencc PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
target_include_directories(static_opencc BEFORE PRIVATE ${NEARDUP_OPENCC_SOURCES}/deps/rapidjson-1.1.0
  ${NEARDUP_OPENCC_SOURCES}/deps/marisa-0.2.6/include ${NEARDUP_OPENCC_SOURCES}/deps/marisa-0.2.6/lib)
target_include_directories(static_opencc SYSTEM INTERFACE ${neardup_opencc_INCLUDE_DIRS})
target_compile_definitions(static_opencc PRIVATE PKGDATADIR="" VERSION="")
add_library(PkgConfig::OPENCC ALIAS static_opencc)

set(rocksdb ${NEARDUP_SOURCES}/rocksdb)
set(thread_local_sources memory/concurrent_arena monitoring/iostats_context monitoring/perf_context monitoring/perf_level
  monitoring/thread_status_updater monitoring/thread_status_util util/random util/thread_local)
list(TRANSFORM thread_local_sources REPLACE "^.*/(.*)$" "\\1.cc.o" OUTPUT_VARIABLE thread_local_objects)
list(TRANSFORM thread_local_sources APPEND .cc)
list(TRANSFORM thread_local_sources PREPEND ${rocksdb}/)
neardup_copied(rocksdb static_snappy static_lz4 static_zstd static_bz2 static_z
  WITHOUT ${thread_local_objects} agg_merge.cc.o)
neardup_built(static_rocksdb_threads ${thread_local_sources} ${rocksdb}/utilities/agg_merge/agg_merge.cc)
target_include_directories(static_rocksdb_threads BEFORE PRIVATE ${rocksdb} ${rocksdb}/include)
target_compile_definitions(static_rocksdb_threads PRIVATE ROCKSDB_PLATFORM_POSIX ROCKSDB_LIB_IO_POSIX OS_LINUX
  ROCKSDB_SCHED_GETCPU_PRESENT ROCKSDB_PTHREAD_ADAPTIVE_MUTEX ROCKSDB_MALLOC_USABLE_SIZE)
target_link_libraries(static_rocksdb INTERFACE static_rocksdb_threads)
target_link_libraries(static_rocksdb_threads PUBLIC static_rocksdb)
add_library(PkgConfig::ROCKSDB ALIAS static_rocksdb)

# neardup_link_statically(TARGET): makes a program that needs only glibc, or a module. Before glibc 2.34, threads and
# dlopen were in libraries of their own; newer ones still have these files, which are empty. A module shares the unwinder,
# libgcc_s.so, with those that it passes exceptions to and fro: nanobind's backend, and Arrow. They need it anyway.
find_library(NEARDUP_OLD_THREADS libpthread.so.0 REQUIRED)
find_library(NEARDUP_OLD_DLOPEN libdl.so.2 REQUIRED)
function(neardup_link_statically target)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:neardup_older_glibc>)
  target_link_libraries(${target} PRIVATE
    -Wl,--push-state,--no-as-needed ${NEARDUP_OLD_THREADS} ${NEARDUP_OLD_DLOPEN} -Wl,--pop-state)
  target_link_options(${target} PRIVATE -static-libstdc++ -Wl,--exclude-libs,ALL -Wl,--gc-sections)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_sources(${target} PRIVATE ${packaging}/older_start.cpp)
    target_link_options(${target} PRIVATE -static-libgcc)
  else()
    target_link_options(${target} PRIVATE -Wl,--version-script=${packaging}/module_symbols.map)
  endif()
endfunction()

# The licences of what is linked in, a file per library.
set(NEARDUP_LICENCES ${PROJECT_BINARY_DIR}/licences)
foreach(package libarchive-dev libbz2-dev libedlib-dev libfmt-dev libhwy-dev libicu-dev liblz4-dev liblzma-dev libopencc-data
    librocksdb-dev libsimdjson-dev libsnappy-dev libstdc++-12-dev libuchardet-dev libxml2-dev libxxhash-dev libzstd-dev
    nettle-dev python3-jieba zlib1g-dev)
  configure_file(/usr/share/doc/${package}/copyright ${NEARDUP_LICENCES}/${package}.txt COPYONLY)
endforeach()
configure_file(${NEARDUP_OPENCC_SOURCES}/LICENSE ${NEARDUP_LICENCES}/opencc.txt COPYONLY)
configure_file(${NEARDUP_OPENCC_SOURCES}/deps/marisa-0.2.6/COPYING.md ${NEARDUP_LICENCES}/marisa.txt COPYONLY)
file(GLOB cppjieba_licence ${PROJECT_SOURCE_DIR}/.deps/nodejieba/LICENSE*)
if(cppjieba_licence)
  configure_file(${cppjieba_licence} ${NEARDUP_LICENCES}/cppjieba.txt COPYONLY)
endif()
if(NEARDUP_INSTALL)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/neardup)
  install(DIRECTORY ${NEARDUP_LICENCES} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/neardup)
endif()
