# cmake --install: the library, its public headers, its dictionaries, and the files with which find_package and
# pkg-config find it. All of them may be moved together to another folder.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/neardup)
install(TARGETS neardup EXPORT neardup FILE_SET HEADERS)
install(EXPORT neardup NAMESPACE neardup:: DESTINATION ${package_folder} FILE neardup-targets.cmake)
write_basic_package_version_file(neardup-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/neardup-config.cmake.in neardup-config.cmake
  INSTALL_DESTINATION ${package_folder} PATH_VARS NEARDUP_INSTALLED_DATA NO_SET_AND_CHECK_MACRO
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/LibraryDependencies.cmake ${CMAKE_CURRENT_BINARY_DIR}/neardup-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/neardup-config-version.cmake DESTINATION ${package_folder})

# A static library needs the libraries it uses whenever something is linked with it, a shared one only to be built.
set(pc_packages libhwy simdjson libzstd zlib icu-uc icu-i18n fmt libxxhash)
if(NEARDUP_HAS_OPENCC)
  list(APPEND pc_packages opencc)
endif()
if(NEARDUP_HAS_EDLIB)
  list(APPEND pc_packages edlib-1)
endif()
if(NEARDUP_HAS_HTML)
  list(APPEND pc_packages libxml-2.0)
endif()
if(NEARDUP_HAS_STORE)
  list(APPEND pc_packages rocksdb)
endif()
list(JOIN pc_packages ", " pc_packages)
get_target_property(library_type neardup TYPE)
if(library_type STREQUAL "STATIC_LIBRARY")
  set(pc_requires Requires)
else()
  set(pc_requires Requires.private)
endif()
file(RELATIVE_PATH pc_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})
configure_file(${PROJECT_SOURCE_DIR}/cmake/neardup.pc.in neardup.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/neardup.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET neardup_data)
  install(DIRECTORY ${NEARDUP_BUILT_DATA} DESTINATION ${CMAKE_INSTALL_DATADIR})
endif()
