//===- Header.cpp - C headers of artifacts -------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Header.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::diffattn;

/// `text` as a C identifier.
static std::string identifier(StringRef text) {
  std::string result;
  if (text.empty() || llvm::isDigit(text.front()))
    result = "_";
  for (char c : text)
    result += llvm::isAlnum(c) ? c : '_';
  return result;
}

/// Whether C or C++ keeps `name` for itself, or the header uses it.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> words{
      "alignas",  "alignof",   "and",      "asm",      "auto",     "bool",
      "break",    "case",      "catch",    "char",     "class",    "compl",
      "const",    "constexpr", "continue", "decltype", "default",  "delete",
      "do",       "double",    "else",     "enum",     "explicit", "export",
      "extern",   "false",     "float",    "for",      "friend",   "goto",
      "if",       "inline",    "int",      "long",     "mutable",  "namespace",
      "new",      "noexcept",  "not",      "nullptr",  "operator", "or",
      "private",  "protected", "public",   "register", "restrict", "return",
      "short",    "signed",    "sizeof",   "static",   "struct",   "switch",
      "template", "this",      "throw",    "true",     "try",      "typedef",
      "typeid",   "typename",  "union",    "unsigned", "using",    "virtual",
      "void",     "volatile",  "while",    "xor",      "context",  "arguments"};
  return words.contains(name);
}

/// Distinct C names for the arguments of `function`.
static SmallVector<std::string>
argumentNames(const FunctionSignature &function) {
  SmallVector<std::string> names;
  llvm::StringSet<> taken;
  for (const ArgumentSignature &argument : function.arguments) {
    std::string name = identifier(argument.name);
    while (isReserved(name) || !taken.insert(name).second)
      name += '_';
    names.push_back(name);
  }
  return names;
}

/// "f32[2, ?, 8]".
static std::string describeType(const ArgumentSignature &argument) {
  std::string text = stringifyDType(argument.dtype).str();
  if (argument.isScalar)
    return text + " scalar";
  auto size = [](int64_t value) {
    return ShapedType::isDynamic(value) ? std::string("?")
                                        : std::to_string(value);
  };
  return text + "[" + llvm::join(llvm::map_range(argument.shape, size), ", ") +
         "]";
}

static void emitComment(llvm::raw_ostream &os,
                        const FunctionSignature &function,
                        ArrayRef<std::string> names) {
  os << "/// Calls '" << function.name << "'. Returns 0, or another status; "
     << "then\n/// diffattn_context_error(context) says why.\n///\n";
  for (auto [argument, name] : llvm::zip_equal(function.arguments, names)) {
    os << "/// " << name << ": " << stringifyKind(argument) << ", "
       << describeType(argument);
    if (argument.isRowMajor && !argument.shape.empty())
      os << ", row-major";
    os << "\n";
    for (auto [dim, source] : llvm::enumerate(argument.sizesFrom))
      if (source)
        os << "///   size " << dim << " is size " << source->dim << " of "
           << names[source->argument] << "\n";
  }
}

/// The typed function `NAME(context, argument...)` for one entry.
static void emitFunction(llvm::raw_ostream &os,
                         const FunctionSignature &function) {
  SmallVector<std::string> names = argumentNames(function);
  std::string symbol = function.symbol();
  os << "DIFFATTN_EXPORT diffattn_status " << symbol
     << "(\n    diffattn_context *context, const diffattn_tensor *arguments,\n"
     << "    int64_t count);\n\n";
  emitComment(os, function, names);
  os << "static inline diffattn_status call_"
     << StringRef(symbol).drop_front(kEntryPrefix.size())
     << "(\n    diffattn_context *context";
  for (const std::string &name : names)
    os << ",\n    const diffattn_tensor *" << name;
  os << ") {\n";
  if (names.empty()) {
    os << "  return " << symbol << "(context, NULL, 0);\n}\n\n";
    return;
  }
  os << "  diffattn_tensor arguments[" << names.size() << "];\n";
  for (auto [i, name] : llvm::enumerate(names))
    os << "  arguments[" << i << "] = *" << name << ";\n";
  os << "  return " << symbol << "(context, arguments, " << names.size()
     << ");\n}\n\n";
}

std::string mlir::diffattn::emitHeader(ArrayRef<FunctionSignature> functions,
                                       StringRef name) {
  std::string guard = StringRef(identifier(name)).upper();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "/* Written by diffattn-compile. Link with the artifact and "
        "DiffAttnRuntime. */\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include \"diffattn-c/Runtime.h\"\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const FunctionSignature &function : functions)
    emitFunction(os, function);
  os << "#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n#endif /* "
     << guard << " */\n";
  return text;
}
