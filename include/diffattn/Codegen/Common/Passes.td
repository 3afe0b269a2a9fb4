//===- Passes.td - passes on the way from buffers to LLVM ---*- tablegen -*-=//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every target needs and upstream lacks: the shape of a public function,
// checks at run time, half floats without compiler-rt, and the entries of an
// artifact. In the order in which lib/Pipelines runs them.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_PASSES
#define DIFFATTN_CODEGEN_COMMON_PASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// input -> buffers
//===----------------------------------------------------------------------===//

def BindParametersPass
    : Pass<"diffattn-bind-parameters", "::mlir::ModuleOp"> {
  let summary = "Turn extern globals, which are weights, into named arguments";
  let description = [{
    What: each `ml_program.global` whose value is `#ml_program.extern` becomes a
    trailing argument of every function that loads it, directly or in what it
    calls: named as the global (`diffattn.name`), of kind `parameter`, and
    read-only. Loads become uses of the argument; the globals go.

    Why: weights stay outside of IR and artifact. A caller maps them from a file
    by the names in the manifest, once for all functions. Upstream can't
    bufferize extern globals.

    Needs: tensors. It is the first pass on what a user wrote.

    Leaves: no extern globals. Parameters come behind the function's own
    arguments, in the order in which it first needs them.

    Refuses: extern globals that are mutable (state must be an argument, which
    its caller owns) and those that are no tensor of static shape.

    ```mlir
    ml_program.global private @"proj.weight"(#ml_program.extern<tensor<4x8xf32>>) : tensor<4x8xf32>
    func.func @f(%x: tensor<8xf32>) -> tensor<4xf32> {
      %w = ml_program.global_load_const @"proj.weight" : tensor<4x8xf32>
      ...
    // becomes
    func.func @f(%x: tensor<8xf32>,
                 %w: tensor<4x8xf32> {diffattn.name = "proj.weight", diffattn.kind = "parameter",
                                      bufferization.writable = false}) -> tensor<4xf32> {
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def CheckModulePass : Pass<"diffattn-check-module", "::mlir::ModuleOp"> {
  let summary = "Refuse modules that can't become an artifact, with the reason";
  let description = [{
    What: reads the whole module and changes nothing.

    Why: later stages assume what is checked here; LLVM would answer a violation
    with an abort or with a wrong library.

    Needs: nothing. It is the first pass on what a user wrote.

    Leaves: a module that has a public function with a body, no value of a type
    that the CPU path has no arithmetic for, no constant without its data, and
    no static shape whose bytes do not fit 63 bits.

    Refuses: modules without a public function, calls of functions without a
    body, element types other than index, integers of up to 64 bits, f16, bf16,
    f32 and f64, unranked shapes in public signatures, elided `dense_resource`
    constants, shapes with too many elements, functions that call themselves,
    unknown `diffattn.` attributes of arguments and results, and globals that are
    not constant (calls run in parallel; state belongs to the caller, in an
    argument).
  }];
}

def OutlineRepeatsPass
    : Pass<"diffattn-outline-repeats", "::mlir::ModuleOp"> {
  let summary = "Make one function of the layers of a model that are alike";
  let description = [{
    What: finds the operations of a function that come several times in a row,
    with the same attributes and wired in the same way, makes a private function
    `@NAME_repeated` of them, and calls it in their place. What differs comes as
    arguments: parameters and other arguments of the caller as they are, numbers
    by value, other tensors as memrefs without gaps. A result goes to a memref
    that the caller allocates. Constants, empty tensors and fills, which CSE
    shares between layers, are repeated in the function. What a caller's memref
    is overwritten with (a cache, in place) is written where it is computed.
    Where scheduled attentions differ in `out_scale`, it is an argument, too:
    `diffattn.out_scale_argument` is its number.

    Why: compile time and code grow with the layers of a model, of which one is
    like the other. All that comes after this sees one of them.

    Needs: tensor level, calls inlined; attentions that are scheduled already.

    Leaves: what computes the same numbers in the same order. Messages of checks
    are the same: operations from different places of a file are not alike.
    What a caller passes for a parameter is its own argument, or a tensor that
    it made of it.

    Refuses: nothing. Repeats stay as they are if they are short, if they have
    neither attention nor contraction, if more than one tensor that is computed
    on leaves each of them, or if sizes or indices in them are different
    constants.

    ```mlir
    func.func @model(%x: tensor<?x8xf32>, %w0: tensor<8x8xf32>, %w1: tensor<8x8xf32>) ... {
      ... layer of %x and %w0, 50 operations
      ... layer of that and %w1, 50 operations
    // becomes
    func.func @model(...) {
      %first = memref.alloc(%n) : memref<?x8xf32>
      call @model_repeated(%n, %x_buffer, %w0, %first)
      %second = memref.alloc(%n) : memref<?x8xf32>
      call @model_repeated(%n, %first, %w1, %second)
      %result = bufferization.to_tensor %second restrict : memref<?x8xf32> to tensor<?x8xf32>
    ```
  }];
  let options = [
    Option<"leastPeriod", "least-period", "unsigned", /*default=*/"8",
           "Fewer operations are no layer">,
    Option<"leastSaved", "least-saved", "unsigned", /*default=*/"32",
           "Fewer operations to spare are not worth a function">
  ];
  let statistics = [
    Statistic<"numOutlined", "num-outlined", "Functions made of layers">
  ];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def PrepareBufferizationPass : Pass<"diffattn-prepare-bufferization"> {
  let summary = "Decompose what bufferization or loops can't take";
  let description = [{
    What: replaces `linalg.softmax`, `linalg.pack` and `linalg.unpack` by plain
    linalg and tensor operations.

    Why: upstream has no lowering of these to loops, and bufferization says of
    the others only that "op was not bufferized".

    Needs: elementwise operations on tensors are linalg already
    (`convert-elementwise-to-linalg`).

    Leaves: tensor operations that one-shot bufferization handles.

    Refuses: other operations on tensors, by name.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def VerifyAtRunTimePass
    : Pass<"diffattn-verify-at-run-time", "::mlir::ModuleOp"> {
  let summary = "Insert a cf.assert for everything that inputs can get wrong";
  let description = [{
    What: inserts the checks of upstream's `RuntimeVerifiableOpInterface`, and
    those that upstream lacks: the bounds of `insert_slice` and
    `reinterpret_cast`, the sizes of `expand_shape`, `reshape`, `pad`, `concat`
    and `materialize_in_destination`, divisors of integer divisions, and steps of
    loops. Linalg operations whose maps only pick and permute loops are checked
    by comparing sizes, in the place of upstream's ranges of indices, and sizes
    that are one value not at all: a model has thousands of those. Messages are
    one line: location, operation, reason. `affine.load` and `affine.store`
    become `memref.load` and `memref.store` first, to be checked as well.

    Why: an entry must report wrong sizes and indices as an error and never
    touch memory outside a buffer, whatever the input values are.

    Needs: a module as a user wrote it. Run later, it would also check the loads
    that our own lowerings generate, which are in bounds once the op that they
    come from was checked; those checks would cost time in every inner loop.

    Leaves: the same ops with `cf.assert` beside them. Canonicalization drops
    the checks that are known to hold. (Run before, it would fold an op that
    violates its contract into something else.)

    Refuses: nothing.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::index::IndexDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FuseElementwisePass : Pass<"diffattn-fuse-elementwise"> {
  let summary = "Compute elementwise operations where they are used";
  let description = [{
    What: an elementwise `linalg.generic` becomes part of the one that reads its
    elements, elementwise or a reduction. Powers with small constant exponents
    become products.

    Why: each intermediate array is written and read once less.

    Needs: tensor level, after the decomposition of diffattn operations and
    before `diffattn-fresh-destinations`.

    Leaves: operations whose elements are read more than once and are not cheap
    to compute again, what contractions read, and what works in place. Named
    elementwise operations become `linalg.generic`.

    Refuses: nothing.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SinkConcatenationsPass : Pass<"diffattn-sink-concatenations"> {
  let summary = "Compute with the parts of concatenated tensors";
  let description = [{
    What: an elementwise `linalg.generic` that alone reads a `tensor.concat`
    becomes one for each part of it, whose results are concatenated, and so on
    with what reads those. What computes the parts of a concatenation then writes
    them where they lie in the result: into slices of one tensor.

    Why: rotary embeddings of queries and keys, `x * cos + cat(-x2, x1) * sin`,
    are two loops instead of four, and need no array but their result.

    Needs: tensor level, between two runs of `diffattn-fuse-elementwise`: what is
    sliced for an operation is not fused with it, and what makes a part can be
    fused only now.

    Leaves: concatenations that have other readers, of parts of dynamic sizes,
    and along the innermost loop those of less than 8 elements, which would leave
    most of a vector unused.

    Refuses: nothing.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FreshDestinationsPass : Pass<"diffattn-fresh-destinations"> {
  let summary = "Give ops destinations that they may overwrite";
  let description = [{
    What: where a linalg operation or an attention ignores what its destination
    holds, and that is a read-only argument of the function, the destination
    becomes a `tensor.empty` of the same sizes. So it does where an attention
    would overwrite a `linalg.fill`, or an empty tensor of others. A
    `linalg.fill` that several operations use as their destination is repeated,
    with its `tensor.empty`, for all but the last of them. A constant that
    repeats one number over more than 64 KiB becomes such a fill first. A
    `tensor.empty` that several operations of its block write into is repeated
    for each of them. What overwrites a memref that is read meanwhile is copied
    there from memory of its own.

    Why: bufferization must not write the caller's inputs, and would fill one
    buffer and copy it for each use. Elementwise operations, whose destination is
    their first operand, and projections of one shape, which start from the same
    zeros, are like that. An empty destination can be the caller's output.
    Constants would be stored in the artifact, element by element. The buffer of
    a shared empty tensor would live from its first to its last use, and could
    hold nothing else in between. Eliminating empty tensors computes in the
    memref that a result is written to, whoever still reads it.

    Needs: tensor level, before bufferization. CSE would undo it.

    Leaves: fills with one user that writes into them; users that read stay
    together.

    Refuses: nothing.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ResultsToDestinationsPass
    : Pass<"diffattn-results-to-destinations", "::mlir::ModuleOp"> {
  let summary = "Turn the results of public functions into caller-owned buffers";
  let description = [{
    What: each result of a public function becomes a trailing memref argument,
    filled through `bufferization.materialize_in_destination`. Scalar results
    become memrefs of rank 0. Arguments get `diffattn.name` and `diffattn.kind`;
    a destination with dynamic sizes also gets `diffattn.sizes_from`, which
    lists for each dimension the (argument, dimension) of equal size, so that a
    caller can allocate it; -1 stands for a static dimension, or for one that
    only the computation tells: the caller must know it from elsewhere, it is
    compared with the result before that is copied out. Tensor arguments
    become read-only (`bufferization.writable = false`) inputs, unless the author
    said otherwise.

    Why: callers own their outputs, kernels write them in place, and calls have
    no memory to hand over. Upstream's `buffer-results-to-out-params` works
    after bufferization, when the copy of each result has been decided.

    Needs: tensor level, before bufferization.

    Results that may share memory, because one is computed in place of another
    one or is a part of it, are computed elsewhere and copied.

    Leaves: public functions without results. Where the module
    itself calls a public function, it calls a private copy that keeps its
    results. Sizes that the caller chooses are checked by `cf.assert`.

    Refuses: results of memref type (nobody would own them).
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ExpandDestinationsPass : Pass<"diffattn-expand-destinations"> {
  let summary = "Write results before a collapse_shape, to a view of their buffer";
  let description = [{
    What: where `bufferization.materialize_in_destination` writes the result of
    a `tensor.collapse_shape` to an argument, it writes the uncollapsed tensor
    to a `memref.expand_shape` of the argument.

    Why: heads are split for attention and joined again for the caller. A
    strided buffer can be expanded without a copy, but not collapsed, so the
    joined result would be built elsewhere and copied.

    Needs: tensor level. Run before `eliminate-empty-tensors`, which then builds
    the tensor in the view.

    Leaves: other destinations as they are.

    Refuses: nothing.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def ResolveSubviewsPass : Pass<"diffattn-resolve-subviews"> {
  let summary = "Make clear which unit dimensions a rank-reducing subview drops";
  let description = [{
    What: splits a rank-reducing `memref.subview` into a `memref.subview` of
    full rank and a `memref.collapse_shape`, if upstream would misread it.

    Why: upstream tells the dropped dimensions by their strides. If these are
    dynamic, as those of arguments are, it may take the wrong one: `memref.dim`
    of the view then folds to another size, and `expand-strided-metadata` builds
    a view of another shape.

    Needs: nothing. Run it right after bufferization, before anything folds.

    Leaves: only subviews that upstream reads correctly.

    Refuses: nothing.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def ResolveExpandShapesPass : Pass<"diffattn-resolve-expand-shapes"> {
  let summary = "Expand a dimension into several of unknown size by strides";
  let description = [{
    What: replaces a `memref.expand_shape` that splits one dimension into two or
    more dynamic ones by a `memref.reinterpret_cast` with the sizes that the op
    names and the strides that follow from them.

    Why: upstream's `expand-strided-metadata` computes one dynamic size a group
    from the other, static ones, and crashes where there are more.

    Needs: nothing. Leaves: all other expansions. Refuses: nothing.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def MergeChecksPass : Pass<"diffattn-merge-checks", "::mlir::func::FuncOp"> {
  let summary = "Check each condition once";
  let description = [{
    What: erases each `cf.assert` whose condition an earlier one has checked on
    every way to it, and those that say that the size of an argument is not
    negative.

    Why: in a model each operation checks the same few sizes. LLVM would take
    most of its time to find that out.

    Needs: buffers, after CSE, which makes equal conditions one value.

    Leaves: the first check of each condition, so the message of the first
    operation that something is wrong for.

    Refuses: nothing.
  }];
}

def PrepareDeallocationPass
    : Pass<"diffattn-prepare-deallocation", "::mlir::func::FuncOp"> {
  let summary = "Make every allocation fit for ownership-based deallocation";
  let description = [{
    What: turns each `memref.alloca` that is large, of unknown size or not in
    the entry block into `memref.alloc`, and marks allocations that the author
    frees as `bufferization.manual_deallocation`.

    Why: artifacts run on small stacks, and `memref.alloca` in a loop grows the
    stack in each iteration once it is an `llvm.alloca`. Upstream's
    `ownership-based-buffer-deallocation` stops at a `memref.dealloc` that is
    not marked.

    Needs: no tensors. Run before `ownership-based-buffer-deallocation`, which
    frees the new allocations at the end of their scope.

    Leaves: no `memref.alloca_scope`, and at most 4096 bytes of `memref.alloca`
    per function, all in its entry block.

    Refuses: nothing.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::scf::SCFDialect"];
}

def DescribeArgumentsPass
    : Pass<"diffattn-describe-arguments", "::mlir::ModuleOp"> {
  let summary = "Give each argument of a public function its name and kind";
  let description = [{
    What: sets `diffattn.name` (argN by default) and `diffattn.kind` (`input` or
    `output`) where they are missing, on the arguments of public functions. A
    memref argument is an output if something may write through it or through a
    view of it.

    Why: the manifest and the entries are made from these attributes. After the
    conversion to LLVM nobody can tell what a pointer was.

    Needs: memrefs, no tensors (stage `buffers` or later).

    Leaves: the contract of stage `buffers` for public functions: no results,
    and arguments that an entry can pass.

    Refuses: public functions with results, arguments of tensor, unranked or
    vector type, with a memory space or a layout that is not strided, and two
    arguments of one name.
  }];
}

//===----------------------------------------------------------------------===//
// buffers -> kernels
//===----------------------------------------------------------------------===//

def CopiesToLoopsPass
    : Pass<"diffattn-copies-to-loops", "::mlir::func::FuncOp"> {
  let summary = "Turn copies between strided buffers into linalg.copy";
  let description = [{
    What: replaces each `memref.copy` that is no plain block of memory by
    `linalg.copy`. Copies between contiguous buffers stay: they become a
    `memcpy`.

    Why: upstream lowers a strided `memref.copy` to a call of `memrefCopy`,
    which lives in a library that artifacts do not link.

    Needs: buffers. Run before `convert-linalg-to-loops`.

    Leaves: `memref.copy` only between contiguous buffers.

    Refuses: copies of unranked memrefs.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def PlanMemoryPass : Pass<"diffattn-plan-memory", "::mlir::func::FuncOp"> {
  let summary = "Let buffers that are not needed at the same time share memory";
  let description = [{
    What: the buffers that are allocated and freed in one block become views of
    one allocation, the arena, at the first of them. A buffer lives from its
    first use to its `memref.dealloc`; those that live at different times may
    overlap. Sizes that are known at run time only are no hindrance: buffers
    whose bytes are multiples of the same product of dynamic sizes are placed in
    units of that product, at offsets computed where the arena is allocated.
    What computes a size moves there if it is arithmetic. On the allocation,
    `diffattn.arena` says how many buffers it holds in how many places, how many
    bytes they take (without what alignment adds), and how many bytes of each
    unit live at once, the lower bound.

    Why: a layer of a model has a dozen intermediate arrays, and a function
    dozens of layers. One allocation a call costs less time, and less memory
    than blocks that are reused as they come.

    Needs: buffers, with deallocation done. Run after what allocates (kernels
    and their workspaces), and before `diffattn-check-allocations`.

    Leaves: allocations alone that an arena can't hold: those whose size depends
    on what was computed before (they get an arena of their own if there are
    several), that are freed in another block or by a condition, reallocated,
    returned, larger than 1 TiB, or strided. A block in a loop or branch has an
    arena of its own, allocated when it runs. A sum of sizes of 2^63 bytes or
    more is an error at run time, as the size of a single buffer is.

    Refuses: an `alignment` that is no power of two.

    ```mlir
    %a = memref.alloc(%n) : memref<?x64xf32>     // 256 bytes * %n
    "first"(%a)
    %b = memref.alloc(%n) : memref<?x32xf32>     // 128 bytes * %n
    "second"(%a, %b)
    memref.dealloc %a
    %c = memref.alloc(%n) : memref<?x16xf32>     // in the place of %a
    "third"(%b, %c)
    memref.dealloc %b
    memref.dealloc %c
    // becomes, but for the rounding of offsets,
    %arena = memref.alloc(%bytes) {diffattn.arena = {buffers = 3 : i64, bytes = "384*n",
                                                     live = "384*n", places = 2 : i64}} : memref<?xi8>
    %a = memref.view %arena[%c0][%n] : memref<?xi8> to memref<?x64xf32>
    "first"(%a)
    %b = memref.view %arena[%256n][%n] : memref<?xi8> to memref<?x32xf32>
    "second"(%a, %b)
    %c = memref.view %arena[%c0][%n] : memref<?xi8> to memref<?x16xf32>
    "third"(%b, %c)
    memref.dealloc %arena
    ```
  }];
  let options = [
    Option<"alignment", "alignment", "int64_t", "64",
           "what the buffers are aligned to, in bytes">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::memref::MemRefDialect"];
}

//===----------------------------------------------------------------------===//
// kernels -> llvm
//===----------------------------------------------------------------------===//

def RecordSignaturesPass
    : Pass<"diffattn-record-signatures", "::mlir::ModuleOp"> {
  let summary = "Attach to public functions how they are called";
  let description = [{
    What: derives `diffattn.signature` from the arguments of each public
    function, makes every function private, and prefixes the names of all
    functions and globals with `diffattn_local_`.

    Why: the conversion to LLVM takes the argument types apart. The prefix keeps
    a function that the author called `expf` or `malloc` apart from libm and
    libc, whose functions later passes call by name.

    Needs: memrefs, no tensors. What `diffattn-describe-arguments` would add is
    added first.

    Leaves: public functions are those with `diffattn.signature`.

    Refuses: what `diffattn-describe-arguments` refuses, and two functions whose
    entries would have the same symbol.
  }];
}

def MergeFunctionsPass : Pass<"diffattn-merge-functions", "::mlir::ModuleOp"> {
  let summary = "Keep one of private functions that differ in their names only";
  let description = [{
    What: of private functions with equal bodies and attributes, all but the
    first go, and what referred to them refers to that. Then callers may be
    equal, so it starts over until nothing changes.

    Why: the bodies of parallel loops are functions once
    `diffattn-lower-parallel` has run. Those of the layers of a model are alike,
    in each of its entries, and LLVM takes most of the time to compile.

    Needs: what a body takes from around it comes as arguments. Run after
    `diffattn-record-signatures`: functions with a signature differ.

    Leaves: the same calls.

    Refuses: nothing. Locations do not count.
  }];
}

def CheckAllocationsPass
    : Pass<"diffattn-check-allocations", "::mlir::func::FuncOp"> {
  let summary = "Check at run time that the bytes of each allocation fit";
  let description = [{
    What: inserts a `cf.assert` before each `memref.alloc` of dynamic size: no
    size is negative, and their product in bytes is below 2^63.

    Why: upstream multiplies without looking. A product that wraps gives a small
    buffer and writes outside it.

    Needs: control flow may still be structured.

    Leaves: the same allocations.

    Refuses: nothing.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect"];
}

def ExpandHalfFloatsPass : Pass<"diffattn-expand-half-floats"> {
  let summary = "Compute f16 and bf16 in f32, and convert by integer arithmetic";
  let description = [{
    What: arithmetic and maths on f16 and bf16 happen in f32, rounded after each
    operation. Conversions between half floats and other types become integer
    arithmetic that rounds to nearest, ties to even, exactly once: f64 and wide
    integers go through a conversion that rounds to odd, which leaves the final
    rounding right.

    Why: on a CPU without the instructions LLVM calls `__truncsfbf2`,
    `__extendhfsf2` and others of compiler-rt, which artifacts do not link.

    Needs: scalar or vector arithmetic, at any level.

    Leaves: no `arith` or `math` operation on half floats other than constants,
    selects and bitcasts. With `keep-f16=true`, also `arith.extf` f16 -> f32 and
    `arith.truncf` f32 -> f16, for targets that have them as instructions; the
    same for bf16 with `keep-bf16=true`.

    Refuses: conversions to half floats with a rounding mode other than to
    nearest, ties to even.
  }];
  let options = [
    Option<"keepF16", "keep-f16", "bool", "false",
           "the target converts between f16 and f32 by instructions">,
    Option<"keepBF16", "keep-bf16", "bool", "false",
           "the target converts between bf16 and f32 by instructions">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def ConvertToLLVMPass : Pass<"diffattn-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert everything but cf.assert to the LLVM dialect";
  let description = [{
    What: one full conversion with the patterns of arith, cf, func, index,
    memref, ub and vector, after transfers of vectors became loads and stores
    and what has several dims became operations on one.

    Why: one conversion reports the operation that it can't take; a chain of
    partial ones leaves that to the last. Three lowerings differ from
    upstream's: half floats that are only moved are integers, of which LLVM
    moves vectors on any target; `cf.assert` stays (upstream's
    aborts the process); and `arith.fptosi` and `arith.fptoui` saturate, since
    what LLVM makes of an index that is poison may be a load outside a buffer.

    Needs: no structured control flow, affine, math or half float operations.

    Leaves: the LLVM dialect and `cf.assert`.

    Refuses: operations without a conversion, by name.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::memref::MemRefDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ThreadStatusPass : Pass<"diffattn-thread-status", "::mlir::ModuleOp"> {
  let summary = "Give each function a context to take and a status to return";
  let description = [{
    What: functions take a `diffattn_context *` first and return an i32 status
    first. `cf.assert` becomes a call of `diffattn_raise` and a return; `malloc`
    becomes `diffattn_allocate` and a return if it fails; `free` becomes
    `diffattn_release`; a call returns if its callee failed.

    Functions of the runtime that are called without a context get it: those that
    launch, read, upload or give the status word.

    Why: an artifact lives in its caller's process. It must not abort it, and it
    must not keep memory in globals, so that calls can run in parallel.

    Needs: the LLVM dialect, plus `cf.assert`.

    Leaves: a pure LLVM module. A failed function returns at once; what it had
    allocated goes back when the entry calls `diffattn_finish_call`.

    Refuses: nothing. Functions without a body are of libm and stay as they are.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def EmitEntriesPass : Pass<"diffattn-emit-entries", "::mlir::ModuleOp"> {
  let summary = "Emit the entry of each public function";
  let description = [{
    What: for each function with `diffattn.signature`, emits
    `diffattn_entry_NAME` of the C type `diffattn_entry`: it checks the
    arguments (`diffattn_bind_arguments`; `diffattn_bind_device_arguments` in a
    module with `diffattn.kernels`), passes them on, and ends with
    `diffattn_finish_call`. Everything else becomes internal.

    Why: hosts call every function through one C type, and load artifacts beside
    other libraries without clashes of names.

    Needs: a module after `diffattn-thread-status`.

    Leaves: an LLVM module whose only exported symbols are the entries. The
    signature moves to the entry.

    Refuses: signatures that don't fit the function that carries them.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // DIFFATTN_CODEGEN_COMMON_PASSES
