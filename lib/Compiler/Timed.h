//===- Timed.h - where compile time goes ------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_TIMED_H
#define DIFFATTN_LIB_COMPILER_TIMED_H

#include "diffattn/Compiler/Session.h"

namespace mlir::diffattn {

/// A step: times the C++ scope that it lives in, as a part of what its session
/// times at that moment, and tells the session's listener. Several of one name
/// in one place add up; the name has to outlive the step.
/// Costs nothing if the session isn't timed nor listened
/// to.
class Timed {
public:
  Timed(Session &session, StringRef name)
      : session(session), outer(session.timing), name(name) {
    if (session.listener)
      session.listener(name, /*begins=*/true);
    if (!outer)
      return;
    scope = outer->nest(name);
    session.timing = &scope;
  }
  ~Timed() {
    session.timing = outer;
    if (session.listener)
      session.listener(name, /*begins=*/false);
  }
  Timed(const Timed &) = delete;
  Timed &operator=(const Timed &) = delete;

  /// What a pass manager nests its passes in.
  TimingScope &getScope() { return scope; }

private:
  Session &session;
  TimingScope *outer;
  TimingScope scope;
  StringRef name;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_TIMED_H
