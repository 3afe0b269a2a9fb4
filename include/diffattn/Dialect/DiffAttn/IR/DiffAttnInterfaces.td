//===- DiffAttnInterfaces.td - what the diffattn ops share -*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_INTERFACES_TD
#define DIFFATTN_INTERFACES_TD

include "mlir/IR/OpBase.td"

def DiffAttn_NamedDimsOpInterface : OpInterface<"NamedDimsOpInterface"> {
  let cppNamespace = "::mlir::diffattn";
  let description = [{
    An op whose operands are indexed by named dims. Assembly, verification,
    tiling, effects and bufferization of all diffattn ops are written once,
    against this interface.
  }];
  let methods = [
    InterfaceMethod<"Names and roles of the iteration dims.",
                    "::mlir::diffattn::DimsAttr", "getDims">,
    InterfaceMethod<"How messages call operand `number`, as \"signal key\".",
                    "::std::string", "getOperandLabel",
                    (ins "unsigned":$number)>,
    InterfaceMethod<[{
        Whether the destinations are read: the result is what they hold merged
        with the inputs. Otherwise their contents are ignored.
      }],
      "bool", "accumulates">,
    InterfaceMethod<[{
        Why this op can't be cut along `dim` without changing its results;
        empty if it can.
      }],
      "::std::string", "getReasonAgainstTiling", (ins "unsigned":$dim)>,
  ];
}

#endif // DIFFATTN_INTERFACES_TD
