"""Sixteen shoes at a time: words of 32 bits side by side, as the processor's wide registers hold them.

Numba has no type for a wide register, and does not vectorise where cards are taken out of a shoe. This module adds
two, `Words` and `Mask`, with the operations the kernels use; LLVM maps them to the machine's registers. Shoes lie
in columns: the card at place p of lane l is at p * LANES + l.
"""
# mypy: disable-error-code="no-untyped-call"

import operator
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model
from numpy.typing import NDArray

LANES = 16
Column = NDArray[np.uint32]

_I32 = ir.IntType(32)
_WORDS = ir.VectorType(_I32, LANES)
_PAIRS = ir.VectorType(ir.IntType(64), LANES // 2)
_MASK = ir.VectorType(ir.IntType(1), LANES)
_PLACES = ir.VectorType(ir.PointerType(), LANES)
_BYTES = 4


class Mask(Protocol):
    """A boolean for each lane."""

    def __and__(self, other: "Mask", /) -> "Mask": ...
    def __or__(self, other: "Mask", /) -> "Mask": ...
    def __invert__(self) -> "Mask": ...


class Lanes(Protocol):
    """A word for each lane; arithmetic is modulo 2**32, comparisons are unsigned."""

    def __add__(self, other: "Lanes", /) -> "Lanes": ...
    def __sub__(self, other: "Lanes", /) -> "Lanes": ...
    def __mul__(self, other: "Lanes", /) -> "Lanes": ...
    def __mod__(self, other: "Lanes", /) -> "Lanes": ...
    def __and__(self, other: "Lanes", /) -> "Lanes": ...
    def __or__(self, other: "Lanes", /) -> "Lanes": ...
    def __xor__(self, other: "Lanes", /) -> "Lanes": ...
    def __lshift__(self, other: "Lanes", /) -> "Lanes": ...
    def __rshift__(self, other: "Lanes", /) -> "Lanes": ...
    def __lt__(self, other: "Lanes", /) -> Mask: ...
    def __le__(self, other: "Lanes", /) -> Mask: ...
    def __gt__(self, other: "Lanes", /) -> Mask: ...
    def __ge__(self, other: "Lanes", /) -> Mask: ...


class _WordsType(types.Type):
    def __init__(self) -> None:
        super().__init__(name=f"Words{LANES}")


class _MaskType(types.Type):
    def __init__(self) -> None:
        super().__init__(name=f"Mask{LANES}")


_words, _mask = _WordsType(), _MaskType()


@register_model(_WordsType)
class _WordsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _WORDS)


@register_model(_MaskType)
class _MaskModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _MASK)


# Operators


def _register(operation: Any, gives: Any, takes: tuple[Any, ...], build: Callable[..., Any]) -> None:
    class Template(AbstractTemplate):
        def generic(self, args: Any, _: Any) -> Any:
            return signature(gives, *takes) if args == takes else None

    infer_global(operation)(Template)

    def lower(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return build(builder, *args)

    lower_builtin(operation, *takes)(lower)


def _compare(sign: str) -> Callable[..., Any]:
    return lambda builder, one, other: builder.icmp_unsigned(sign, one, other)


for _operation, _name in (
    (operator.add, "add"),
    (operator.sub, "sub"),
    (operator.mul, "mul"),
    (operator.mod, "urem"),
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.xor, "xor"),
    (operator.lshift, "shl"),
    (operator.rshift, "lshr"),
):
    _register(_operation, _words, (_words, _words), lambda b, x, y, name=_name: getattr(b, name)(x, y))
for _operation, _name in (
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    _register(_operation, _mask, (_words, _words), _compare(_name))
_register(operator.and_, _mask, (_mask, _mask), lambda b, x, y: b.and_(x, y))
_register(operator.or_, _mask, (_mask, _mask), lambda b, x, y: b.or_(x, y))
_register(operator.invert, _mask, (_mask,), lambda b, x: b.not_(x))


# Functions


def _all(width: Any, value: int) -> Any:
    return ir.Constant(width, [value] * LANES)


def _all_pairs(value: int) -> Any:
    return ir.Constant(_PAIRS, [value] * _PAIRS.count)


def _splat(_context: Any, number: Any) -> Any:
    def build(_: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = args[0]
        if word.type.width != _I32.width:
            word = builder.trunc(word, _I32) if word.type.width > _I32.width else builder.zext(word, _I32)
        empty = ir.Constant(_WORDS, ir.Undefined)
        return builder.shuffle_vector(builder.insert_element(empty, word, _I32(0)), empty, _all(_WORDS, 0))

    return _words(number), build


def _lane_numbers(_context: Any) -> Any:
    return _words(), lambda *_: ir.Constant(_WORDS, list(range(LANES)))


def _no_lane(_context: Any) -> Any:
    return _mask(), lambda *_: _all(_MASK, 0)


def _every_lane(_context: Any) -> Any:
    return _mask(), lambda *_: _all(_MASK, 1)


def _any_lane(_context: Any, mask: Any) -> Any:
    def build(_: Any, builder: Any, _signature: Any, args: Any) -> Any:
        bits = ir.IntType(LANES)
        return builder.icmp_unsigned("!=", builder.bitcast(args[0], bits), bits(0))

    return types.boolean(mask), build


def _bump(_context: Any, words: Any, mask: Any) -> Any:
    def build(_: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.add(args[0], builder.zext(args[1], _WORDS))

    return _words(words, mask), build


def _same(_context: Any, one: Any, other: Any) -> Any:
    return _mask(one, other), lambda _context, builder, _signature, args: builder.icmp_unsigned("==", *args)


def _choose(_context: Any, mask: Any, yes: Any, no: Any) -> Any:
    return _words(mask, yes, no), lambda _context, builder, _signature, args: builder.select(*args)


def _multiply(_context: Any, one: Any, other: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        # Every other lane at a time: that is how processors multiply words into pairs of words.
        low, width = _all_pairs((1 << _I32.width) - 1), _all_pairs(_I32.width)
        pairs = [builder.bitcast(arg, _PAIRS) for arg in args]
        even = builder.mul(*(builder.and_(pair, low) for pair in pairs))
        odd = builder.mul(*(builder.lshr(pair, width) for pair in pairs))
        halves = (
            builder.or_(builder.and_(even, low), builder.shl(odd, width)),
            builder.or_(builder.lshr(even, width), builder.and_(odd, builder.not_(low))),
        )
        return context.make_tuple(builder, sig.return_type, [builder.bitcast(half, _WORDS) for half in halves])

    return types.UniTuple(_words, 2)(one, other), build


def _count_bits(_context: Any, words: Any) -> Any:
    def build(_: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.call(_declare(builder, f"llvm.ctpop.v{LANES}i32", _WORDS, _WORDS), args)

    return _words(words), build


# Memory


def _declare(builder: Any, name: str, gives: Any, *takes: Any) -> Any:
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(gives, takes), name)


def _address(context: Any, builder: Any, column_type: Any, column: Any, index: Any) -> Any:
    data = context.make_array(column_type)(context, builder, column).data
    return builder.gep(data, [index], source_etype=_I32)


def _addresses(context: Any, builder: Any, column_type: Any, column: Any, places: Any) -> Any:
    found = _address(context, builder, column_type, column, places)
    found.type = _PLACES  # an index for each lane gives an address for each
    return found


def _load(_context: Any, column: Any, _index: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = _address(context, builder, sig.args[0], *args)
        return builder.load(builder.bitcast(place, _WORDS.as_pointer()), align=_BYTES)

    return _words(column, types.int64), build


def _store(_context: Any, column: Any, _index: Any, words: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = _address(context, builder, sig.args[0], args[0], args[1])
        builder.store(args[2], builder.bitcast(place, _WORDS.as_pointer()), align=_BYTES)
        return context.get_dummy_value()

    return types.void(column, types.int64, words), build


def _gather(_context: Any, column: Any, places: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        found = _addresses(context, builder, sig.args[0], args[0], args[1])
        name = f"llvm.masked.gather.v{LANES}i32.v{LANES}p0"
        fetch = _declare(builder, name, _WORDS, _PLACES, _I32, _MASK, _WORDS)
        return builder.call(fetch, [found, _I32(_BYTES), args[2], _all(_WORDS, 0)])

    return _words(column, places, mask), build


def _scatter(_context: Any, column: Any, places: Any, words: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        found = _addresses(context, builder, sig.args[0], args[0], args[1])
        name = f"llvm.masked.scatter.v{LANES}i32.v{LANES}p0"
        put = _declare(builder, name, ir.VoidType(), _WORDS, _PLACES, _I32, _MASK)
        builder.call(put, [args[2], found, _I32(_BYTES), args[3]])
        return context.get_dummy_value()

    return types.void(column, places, words, mask), build


_native: Any = intrinsic

splat: Callable[[int | np.unsignedinteger[Any]], Lanes] = _native(_splat)
"""The same word in every lane."""
lane_numbers: Callable[[], Lanes] = _native(_lane_numbers)
"""0, 1, 2 and so on."""
no_lane: Callable[[], Mask] = _native(_no_lane)
"""A mask without lanes."""
every_lane: Callable[[], Mask] = _native(_every_lane)
"""A mask of every lane."""
any_lane: Callable[[Mask], bool] = _native(_any_lane)
"""Whether the mask is set in any lane."""
bump: Callable[[Lanes, Mask], Lanes] = _native(_bump)
"""Add one where the mask is set."""
same: Callable[[Lanes, Lanes], Mask] = _native(_same)
"""Where two words are the same."""
choose: Callable[[Mask, Lanes, Lanes], Lanes] = _native(_choose)
"""The first where the mask is set, otherwise the second."""
multiply: Callable[[Lanes, Lanes], tuple[Lanes, Lanes]] = _native(_multiply)
"""The low and the high word of the product."""
count_bits: Callable[[Lanes], Lanes] = _native(_count_bits)
"""How many bits of each word are set."""
load: Callable[[Column, int], Lanes] = _native(_load)
"""Sixteen words in a row, from this index on."""
store: Callable[[Column, int, Lanes], None] = _native(_store)
"""Sixteen words in a row, to this index on."""
gather: Callable[[Column, Lanes, Mask], Lanes] = _native(_gather)
"""Each lane's word at its own index; nothing is read where the mask is not set."""
scatter: Callable[[Column, Lanes, Lanes, Mask], None] = _native(_scatter)
"""Each lane's word to its own index; nothing is written where the mask is not set."""
