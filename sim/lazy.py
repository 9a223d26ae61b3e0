"""Public names of a package that are imported at first use, so that `bazas --help` stays quick."""

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from types import ModuleType

__all__ = ["lazy_names"]


class _LazyPackage(ModuleType):
    """A package that finds its public names in its modules at first use.

    A public name may be that of its module (`bazas.sim.simulate` holds `simulate`). Importing the module
    would bind it to the package's attribute, over the function. Here the public name always wins.
    """

    _lazy_modules: Mapping[str, str]

    def __getattr__(self, name: str) -> object:
        if name not in self._lazy_modules:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = getattr(import_module(self._lazy_modules[name]), name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        if name in self._lazy_modules and isinstance(value, ModuleType):
            value = getattr(value, name)
        super().__setattr__(name, value)

    def __dir__(self) -> Iterable[str]:
        return sorted({*super().__dir__(), *self._lazy_modules})


def lazy_names(package: str, modules: Mapping[str, str]) -> None:
    """Let a package give the names that `modules` maps to their module's full name, imported at first use.

    A function `__getattr__` in the package would do so too, but it hides every misspelt import from a type
    checker, and it cannot keep a module from taking the place of a public name. Raises KeyError for a package
    that is not being imported.
    """
    module = sys.modules[package]
    vars(module)["_lazy_modules"] = dict(modules)
    module.__class__ = _LazyPackage
