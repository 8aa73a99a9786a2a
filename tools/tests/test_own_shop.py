"""A shop that is thrown away leaves what it said behind where the run that had it broke off."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk.layout import Checkout, ShopFolder
from souk.testing import own_shop


class OwnShopTest(unittest.TestCase):
    def kept(self, breaks_off: bool) -> bool:
        """Whether the log of a process is there after the shop is gone."""
        with tempfile.TemporaryDirectory() as temporary, mock.patch.object(own_shop, "Shop") as made:
            checkout = Checkout(Path(temporary))
            made.return_value.folder = folder = ShopFolder(Path(temporary) / "shop")
            folder.logs.mkdir(parents=True)
            (folder.logs / "gateway-1.log").write_text("said")
            try:
                with own_shop.own_shop(checkout, "restored"):
                    if breaks_off:
                        raise AssertionError("a test that fails")
            except AssertionError:
                pass
            made.return_value.throw_away.assert_called_once()
            return (checkout.private / "logs/restored/gateway-1.log").exists()

    def test_what_it_said_is_kept_where_the_run_broke_off(self) -> None:
        self.assertTrue(self.kept(breaks_off=True))
        self.assertFalse(self.kept(breaks_off=False))


if __name__ == "__main__":
    unittest.main()
