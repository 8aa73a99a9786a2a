"""A backup that is damaged, cut off or somebody else's is refused before anything is put back; so is a shop that has data."""

import argparse
import contextlib
import dataclasses
import errno
import fcntl
import io
import os
import stat
import tarfile
import tempfile
import unittest
from pathlib import Path
from typing import Optional
from unittest import mock

from souk import servers
from souk.backup import archive, copy, moment, nights
from souk.backup.pictures import InBucket, InFolder
from souk.backup.place import VARIABLES, Place
from souk.build import SERVICES
from souk.commands import backup, restore, restore_point
from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
from souk.postgres import Server
from souk.services import Scale
from souk.shop import Options, Shop

NOW = "2026-11-22T14:30:00.123450+00:00"
SERVER = Server("127.0.0.1", 1, "souk", "secret")


class ArchiveTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.file = Path(temporary.name) / "shop.tar"

    def write(self) -> None:
        with archive.writing(self.file) as writer:
            writer.manifest.taken_at = NOW
            for service in SERVICES:
                writer.database(service, io.BytesIO(service.encode() * 100))
            writer.moment()
            writer.picture("ab/cup.jpg", io.BytesIO(b"a cup"), 5)

    def test_a_folder_that_syncs_no_names_keeps_the_file_and_says_so(self) -> None:
        real_open, real_sync = os.open, os.fsync

        def no_open(path: object, flags: int, *more: int) -> int:
            if flags & os.O_DIRECTORY:
                raise PermissionError(errno.EACCES, "Permission denied")
            return real_open(path, flags, *more)  # type: ignore[call-overload, no-any-return]

        def no_sync(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(errno.ENOTSUP, "Operation not supported")
            real_sync(descriptor)

        for name, broken in (("open", no_open), ("fsync", no_sync)):
            with self.subTest(name), mock.patch.object(os, name, broken):
                said = io.StringIO()
                with contextlib.redirect_stderr(said):
                    self.write()
                self.assertRegex(said.getvalue(), "not known: (Permission denied|Operation not supported)")
            self.assertEqual(len(archive.checked(self.file).databases), len(SERVICES))
            self.file.unlink()

    def test_a_disk_that_fails_to_sync_names_is_no_backup(self) -> None:
        real_sync = os.fsync

        def fails(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(errno.EIO, "Input/output error")
            real_sync(descriptor)

        with self.assertRaises(OSError), mock.patch.object(os, "fsync", fails):
            self.write()

    def test_what_was_written_is_read(self) -> None:
        with mock.patch.object(archive, "PIECE", 300):
            self.write()
        manifest = archive.checked(self.file)
        self.assertEqual(manifest.databases, {service: len(service) * 100 for service in SERVICES})
        self.assertEqual(manifest.pictures, 1)
        read = {name: content.read() for name, _, content in archive.members(self.file)}
        dumped = b"".join(data for name, data in read.items() if name.startswith("databases/orders/"))
        self.assertEqual((dumped, read["media/ab/cup.jpg"]), (b"orders" * 100, b"a cup"))
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)

    def test_every_changed_byte_of_what_is_in_it_is_noticed(self) -> None:
        self.write()
        whole = self.file.read_bytes()
        for inside in (b"catalogcatalog", b"a cup"):
            changed = bytearray(whole)
            changed[whole.index(inside)] ^= 1
            self.file.write_bytes(changed)
            with self.assertRaisesRegex(Refusal, "damaged"):
                archive.checked(self.file)

    def test_wherever_it_was_cut_off_it_is_refused(self) -> None:
        self.write()
        whole = self.file.read_bytes()
        end = whole.index(b'"sha256"')
        for length in range(0, end, 512):
            self.file.write_bytes(whole[:length])
            with self.assertRaises(Refusal, msg=length):
                archive.checked(self.file)

    def test_nothing_is_there_until_it_is_whole_and_nothing_is_written_over(self) -> None:
        with self.assertRaises(ZeroDivisionError), archive.writing(self.file) as writer:
            writer.picture("cup.jpg", io.BytesIO(b"a cup"), 5)
            raise ZeroDivisionError
        self.assertEqual(list(self.file.parent.iterdir()), [])
        self.write()
        with self.assertRaisesRegex(Refusal, "already"):
            self.write()

    def part(self, length: int) -> bytes:
        """What is left of one that was killed when so much of it was written."""
        self.write()
        whole = self.file.read_bytes()
        self.file.rename(self.aside)
        self.aside.write_bytes(whole[:length])
        return whole

    @property
    def aside(self) -> Path:
        return self.file.with_name("shop.tar.part")

    def test_wherever_it_broke_off_after_its_databases_it_is_gone_on_with(self) -> None:
        whole = self.part(0)
        databases_end = whole.index(b"ab/cup.jpg")
        for length in range(databases_end, len(whole), 256):
            self.aside.write_bytes(whole[:length])
            with archive.writing(self.file, resume=True) as writer:
                self.assertTrue(writer.has_databases)
                if "ab/cup.jpg" not in writer.pictures:
                    writer.picture("ab/cup.jpg", io.BytesIO(b"a cup"), 5)
                writer.picture("b.jpg", io.BytesIO(b"another"), 7)
            manifest = archive.checked(self.file)
            self.assertEqual((manifest.pictures, manifest.taken_at), (2, NOW), length)
            names = [name for name, _, _ in archive.members(self.file) if name.startswith("media/")]
            self.assertEqual(names, ["media/ab/cup.jpg", "media/b.jpg"], length)
            self.file.rename(self.aside)

    def test_before_its_databases_are_whole_there_is_nothing_to_go_on_with(self) -> None:
        with self.assertRaisesRegex(Refusal, "no backup broke off"), archive.writing(self.file, resume=True):
            self.fail("there is none")
        whole = self.part(0)
        for length in range(0, whole.index(b'"taken_at"'), 512):
            self.aside.write_bytes(whole[:length])
            with self.assertRaisesRegex(Refusal, "begin anew"), archive.writing(self.file, resume=True):
                self.fail(length)
        # Nor is it written over.
        with self.assertRaisesRegex(Refusal, "--resume, or remove it"):
            self.write()
        self.aside.unlink()
        self.write()
        archive.checked(self.file)

    def test_one_that_breaks_off_inside_a_picture_has_that_one_again(self) -> None:
        class Cut(io.BytesIO):
            def read(self, size: Optional[int] = -1) -> bytes:
                raise ZeroDivisionError

        for size in (5, 900, 20_000):
            with self.assertRaises(ZeroDivisionError), archive.writing(self.file) as writer:
                writer.manifest.taken_at = NOW
                for service in SERVICES:
                    writer.database(service, io.BytesIO(b"x"))
                writer.moment()
                writer.picture("whole.jpg", io.BytesIO(b"whole"), 5)
                writer.picture("cut.jpg", Cut(), size)
            with archive.writing(self.file, resume=True) as writer:
                self.assertEqual(writer.pictures, {"whole.jpg"})
                writer.picture("cut.jpg", io.BytesIO(b"c" * size), size)
            archive.checked(self.file)
            self.assertEqual([content.read() for name, _, content in archive.members(self.file) if name == "media/cut.jpg"], [b"c" * size])
            self.file.unlink()

    def test_what_another_left_or_leads_elsewhere_is_not_written_into(self) -> None:
        elsewhere = self.file.with_name("elsewhere")
        elsewhere.write_bytes(b"theirs")
        self.aside.symlink_to(elsewhere)
        for resume in (False, True):
            with self.assertRaises(Refusal), archive.writing(self.file, resume):
                self.fail("it is a link")
        self.aside.unlink()
        self.aside.touch(0o666)
        self.aside.chmod(0o666)
        with self.assertRaisesRegex(Refusal, "not ours alone"), archive.writing(self.file, resume=True):
            self.fail("others can read it")
        self.assertEqual(elsewhere.read_bytes(), b"theirs")

    def test_the_databases_of_one_shop_get_no_pictures_of_another(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(copy, "_take_databases") as taken:
            def take(place: Place, writer: archive.Writer, _: object) -> None:
                writer.manifest.taken_at = NOW
                for service in SERVICES:
                    writer.database(service, io.BytesIO(b"x"))
                writer.moment()
                raise ZeroDivisionError

            taken.side_effect = take
            here = Place(dict.fromkeys(SERVICES, SERVER), InFolder(Path(folder)))
            there = Place(dict.fromkeys(SERVICES, Server("127.0.0.2", 1, "souk", "secret")), here.media)
            with self.assertRaises(ZeroDivisionError):
                copy.take(here, self.file, lambda _: None)
            with self.assertRaisesRegex(Refusal, "another shop"):
                copy.take(there, self.file, lambda _: None, resume=True)
            self.assertEqual(copy.take(here, self.file, lambda _: None, resume=True).pictures, 0)

    def test_one_that_breaks_off_leaves_its_part_to_one_alone(self) -> None:
        with self.assertRaises(ZeroDivisionError), archive.writing(self.file) as writer:
            writer.manifest.taken_at = NOW
            for service in SERVICES:
                writer.database(service, io.BytesIO(b"x"))
            writer.moment()
            raise ZeroDivisionError
        with archive.writing(self.file, resume=True):
            with self.assertRaisesRegex(Refusal, "Another backup"), archive.writing(self.file, resume=True):
                self.fail("one writes it")
        self.assertEqual(archive.checked(self.file).pictures, 0)

    def test_a_file_of_the_release_before_is_read(self) -> None:
        with archive.writing(self.file) as writer:
            writer.manifest.format, writer.manifest.taken_at = 1, NOW
            for service in SERVICES:
                writer.database(service, io.BytesIO(b"x"))
        self.assertEqual(archive.checked(self.file).format, 1)

    def test_a_file_of_somebody_else_is_refused(self) -> None:
        for name in ("../../x", "/x", "media/../../x", "media//etc/x", "media/./x", "./media/x", "databases/billing/0", "readme"):
            with tarfile.open(self.file, "w") as tar:
                tar.addfile(tarfile.TarInfo(name), io.BytesIO())
            with self.assertRaisesRegex(Refusal, "no backup"):
                archive.checked(self.file)
        self.file.write_bytes(b"no tar at all" * 100)
        with self.assertRaisesRegex(Refusal, "can't be read"):
            archive.checked(self.file)

    def test_a_link_is_nothing_of_a_shop(self) -> None:
        link = tarfile.TarInfo("media/cup.jpg")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        with tarfile.open(self.file, "w") as tar:
            tar.addfile(link)
        with self.assertRaises(Refusal):
            archive.checked(self.file)

    def test_its_time_is_a_time_and_nothing_that_a_database_would_run(self) -> None:
        for text in ("", "now", f"{NOW}'\n\\! touch /tmp/x\n", "2026-11-22'; DROP TABLE orders; --"):
            self.file.unlink(missing_ok=True)
            with archive.writing(self.file) as writer:
                writer.manifest.taken_at = text
            with self.assertRaisesRegex(Refusal, "no backup that this release can read"):
                archive.checked(self.file)

    def test_a_newer_format_is_refused(self) -> None:
        with archive.writing(self.file) as writer:
            writer.manifest.format, writer.manifest.taken_at = 3, NOW
        with self.assertRaisesRegex(Refusal, "format 3"):
            archive.checked(self.file)


class NightsTest(unittest.TestCase):
    """Backups that come by themselves, in one folder."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.gateway = mock.Mock()

    def take(self, keep: Optional[int], path: Optional[Path] = None, resume: bool = False) -> None:
        def taken(_: object, path: Path, *__: object) -> archive.Manifest:
            with archive.writing(path) as writer:
                writer.manifest.taken_at = NOW
                for service in SERVICES:
                    writer.database(service, io.BytesIO(b"rows"))
                writer.moment()
            return writer.manifest

        arguments = argparse.Namespace(file=path or self.folder, resume=resume, keep=keep)
        somewhere = mock.patch.object(Place, "elsewhere", lambda: Place({"gateway": self.gateway}, mock.Mock()))
        with somewhere, mock.patch.object(copy, "take", taken), contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(backup.run(arguments), 0)

    def there(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()}

    def test_the_newest_stay_and_what_has_a_name_of_its_own(self) -> None:
        old = [f"souk-2026112{day}T013000Z" for day in range(1, 5)]
        for name in (*old, f"{old[0]}.part", "before-the-sale", "before-the-sale.part", "souk-other"):
            (self.folder / name).write_bytes(b"")
        self.take(keep=None)
        [new] = self.there() - {*old, f"{old[0]}.part", "before-the-sale", "before-the-sale.part", "souk-other"}
        self.assertRegex(new, nights.NAME)
        with mock.patch.object(nights, "next_of", lambda folder: folder / "souk-29991231T000000Z"):
            self.take(keep=3)
        kept = {old[3], new, "souk-29991231T000000Z"}
        self.assertEqual(self.there(), {*kept, "before-the-sale", "before-the-sale.part", "souk-other"})
        self.assertEqual(nights.newest(self.folder).name, "souk-29991231T000000Z")
        archive.checked(nights.newest(self.folder))

    def test_the_shop_is_told_of_what_is_whole_and_the_file_stays_where_it_can_not_be(self) -> None:
        self.take(keep=None)
        [file] = self.folder.iterdir()
        self.gateway.execute.assert_called_once_with(copy.NOTE, taken_at=NOW, bytes=str(file.stat().st_size))
        file.unlink()
        self.gateway.execute.side_effect = Refusal("it went away")
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.take(keep=None)
        self.assertIn("it went away", said.getvalue())
        self.assertEqual(len(self.there()), 1)

    def test_where_the_new_one_fails_the_old_ones_stay(self) -> None:
        (self.folder / "souk-20261121T013000Z").write_bytes(b"")
        with self.assertRaises(OSError), mock.patch.object(archive.Writer, "moment", mock.Mock(side_effect=OSError("full"))):
            self.take(keep=1)
        self.assertEqual(self.there(), {"souk-20261121T013000Z"})

    def test_what_broke_off_is_gone_on_with_by_its_name(self) -> None:
        part = self.folder / "souk-20261121T013000Z.part"
        part.write_bytes(b"")
        with self.assertRaisesRegex(Refusal, "name the file"):
            self.take(keep=7, resume=True)
        self.assertTrue(part.exists())

    def test_one_that_is_being_written_stays(self) -> None:
        part = self.folder / "souk-20261121T013000Z.part"
        with part.open("wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            nights.forget_parts(self.folder)
            self.assertTrue(part.exists())
        nights.forget_parts(self.folder)
        self.assertFalse(part.exists())

    def test_a_file_keeps_nothing_and_an_empty_folder_has_nothing(self) -> None:
        with self.assertRaisesRegex(Refusal, "--keep is for a folder"):
            self.take(keep=1, path=self.folder / "shop")
        with self.assertRaisesRegex(Refusal, "no backup in"):
            nights.newest(self.folder)


class PlaceTest(unittest.TestCase):
    ALL = {name: f"postgres://souk:secret@db/{service}" for service, name in VARIABLES.items()} | {
        "SOUK_MEDIA_URL": "file:///srv/media%20of%20souk"
    }

    def place(self, environment: dict[str, str]) -> object:
        with mock.patch.dict(os.environ, environment, clear=True):
            return Place.elsewhere()

    def test_a_shop_elsewhere_is_named_wholly_or_not_at_all(self) -> None:
        self.assertIsNone(self.place({"SOUK_MEDIA_URL": "file:///srv/media"}))
        found = self.place(self.ALL)
        assert isinstance(found, Place)
        self.assertEqual(found.databases["orders"].database, "orders")
        self.assertEqual(found.media, InFolder(Path("/srv/media of souk")))
        for name in self.ALL:
            with self.assertRaisesRegex(Refusal, name):
                self.place({other: value for other, value in self.ALL.items() if other != name})

    def test_pictures_are_in_a_folder_or_in_a_bucket_with_a_key(self) -> None:
        with self.assertRaisesRegex(Refusal, "file:///folder or s3:"):
            self.place({**self.ALL, "SOUK_MEDIA_URL": "ftp://host/media"})
        bucket = {**self.ALL, "SOUK_MEDIA_URL": "s3://souk/media", "SOUK_MEDIA_KEY_ID": "key"}
        with self.assertRaisesRegex(Refusal, "SOUK_MEDIA_SECRET_KEY"):
            self.place(bucket)
        found = self.place({**bucket, "SOUK_MEDIA_SECRET_KEY": "secret"})
        assert isinstance(found, Place) and isinstance(found.media, InBucket)
        self.assertEqual(str(found.media), "s3://souk/media/")


class RefusalTest(unittest.TestCase):
    def test_a_shop_with_tables_or_with_pictures_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            place = Place(dict.fromkeys(SERVICES, SERVER), InFolder(Path(folder)))
            with mock.patch.object(Server, "execute", return_value="0\n"):
                copy.require_empty(place)
                (Path(folder) / "cup.jpg").touch()
                with self.assertRaisesRegex(Refusal, "pictures"):
                    copy.require_empty(place)
            with mock.patch.object(Server, "execute", return_value="3\n"), self.assertRaisesRegex(Refusal, "tables"):
                copy.require_empty(place)

    def test_a_restore_that_goes_on_takes_only_what_is_of_its_own_file(self) -> None:
        manifest = archive.Manifest(taken_at=NOW, sha256="ab" * 32)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "cup.jpg").write_bytes(b"a cup")
            (Path(folder) / "cut.jpg").write_bytes(b"")
            place = Place(dict.fromkeys(SERVICES, SERVER), InFolder(Path(folder)))
            for mark, is_ours in ((f"put back from {manifest.sha256}\n", True), ("put back from another\n", False), ("\n", False)):
                with mock.patch.object(Server, "execute", side_effect=["3\n", mark] * len(SERVICES)):
                    restoring = copy.Restoring(place, manifest, lambda _: None)
                    if not is_ours:
                        with self.assertRaisesRegex(Refusal, "not of this file"):
                            restoring.skip_what_is_there()
                        continue
                    restoring.skip_what_is_there()
                    restoring.member("databases/orders/00000000", 8, io.BytesIO(b"not read"))
                    restoring.member("media/cup.jpg", 5, io.BytesIO(b"not read"))
                    restoring.member("media/new.jpg", 3, io.BytesIO(b"new"))
                    restoring.member("media/cut.jpg", 4, io.BytesIO(b"whole"[1:]))
            self.assertEqual((Path(folder) / "cup.jpg").read_bytes(), b"a cup")
            self.assertEqual((Path(folder) / "new.jpg").read_bytes(), b"new")
            self.assertEqual((Path(folder) / "cut.jpg").read_bytes(), b"hole")

    def test_a_restore_ends_and_starts_nothing_where_a_shop_runs_or_has_run(self) -> None:
        for there in ("running", "has_data"):
            with mock.patch.object(Shop, "running", return_value=None), mock.patch.object(Shop, "has_data", return_value=False):
                with mock.patch.object(Shop, there, return_value=True), mock.patch.object(Shop, "start") as start:
                    with mock.patch.object(archive, "checked"), mock.patch.dict(os.environ, {}, clear=True):
                        with self.assertRaisesRegex(Refusal, "a shop in"), contextlib.redirect_stdout(io.StringIO()):
                            restore.run(argparse.Namespace(file=Path("shop.tar"), port=1, resume=False))
                start.assert_not_called()

    def test_what_a_broken_restore_left_is_no_shop(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            shop = Shop(Checkout.here(), ShopFolder(Path(folder) / "shop"))
            self.addCleanup(servers.remove, shop.folder)
            with mock.patch.object(Shop, "_start_servers"), mock.patch.object(Shop, "prepare"):
                with mock.patch.object(copy, "require_empty"), mock.patch.object(Place, "of"), mock.patch.object(shop, "remote", mock.MagicMock(**{"end_leftovers.return_value": 0})):
                    with self.assertRaises(KeyboardInterrupt):
                        shop.start(Options(1, Scale()), None, mock.Mock(side_effect=KeyboardInterrupt))
                    self.assertTrue(shop.has_data())
                    with self.assertRaisesRegex(Refusal, "broke off here"):
                        shop.start(Options(1, Scale()), None)

    def test_pictures_belong_to_whom_their_folder_belongs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            media = Path(folder)
            if os.geteuid() == 0:
                os.chown(media, 65532, 65532)
            restoring = copy.Restoring(Place({}, InFolder(media)), archive.Manifest(), lambda _: None)
            restoring.member("media/products/cup/1.jpg", 5, io.BytesIO(b"a cup"))
            owner = media.stat().st_uid
            self.assertEqual({path.stat().st_uid for path in media.rglob("*")}, {owner})
            self.assertEqual((media / "products/cup/1.jpg").read_bytes(), b"a cup")

    def test_the_last_tries_wait_until_an_autovacuum_is_ended(self) -> None:
        asked = []

        class Busy(moment.Session):
            def __init__(self, server: Server) -> None:
                pass

            def __exit__(self, *_: object) -> None:
                pass

            def ask(self, sql: str) -> str:
                if "LOCK TABLE" in sql:
                    asked.append(sql)
                    raise Refusal("PostgreSQL refusa: ERREUR:  55P03: annulation de la requête")
                return ""

        with mock.patch.object(moment, "Session", Busy), mock.patch.object(moment.time, "sleep"):
            with self.assertRaisesRegex(Refusal, "55P03"), moment.held({"orders": SERVER}):
                self.fail("nobody lets it go")
        self.assertEqual(len(asked), moment.TRIES)
        self.assertIn("lock_timeout = '500ms'", asked[0])
        self.assertIn("lock_timeout = '1500ms'", asked[-1])
        for sql in asked:
            self.assertIn("idle_in_transaction_session_timeout = '3s'", sql)
            self.assertIn("statement_timeout = '3s'", sql)

    def test_a_moment_gets_its_name_in_every_log_while_all_outboxes_are_locked(self) -> None:
        said: list[tuple[str, str]] = []

        class Logged(moment.Session):
            def __init__(self, server: Server) -> None:
                self._of = server.database

            def __exit__(self, *_: object) -> None:
                pass

            def ask(self, sql: str) -> str:
                kinds = {"LOCK TABLE": "locks", "pg_create_restore_point('before-the-sale')": "marks", "COMMIT": "lets go"}
                said.extend((kind, self._of) for words, kind in kinds.items() if words in sql)
                return ""

        servers = {name: dataclasses.replace(SERVER, database=f"souk_{name}") for name in SERVICES}
        with mock.patch.object(moment, "Session", Logged):
            moment.marked(servers, "before-the-sale")
        everyone = [f"souk_{name}" for name in SERVICES]
        self.assertEqual(said, [(kind, of) for kind in ("locks", "marks", "lets go") for of in everyone])

    def test_a_point_has_a_name_that_stays_one(self) -> None:
        self.assertEqual(restore_point.name("souk-2026-11-26T05:00:00Z"), "souk-2026-11-26T05:00:00Z")
        for text in ("", "a'); DROP TABLE orders;--", "-x", "a" * 63):
            with self.assertRaises(argparse.ArgumentTypeError, msg=text):
                restore_point.name(text)

    def test_a_name_that_some_logs_may_have_is_said_to_be_spent(self) -> None:
        place = mock.Mock(databases={})
        with mock.patch.object(Place, "elsewhere", return_value=place), mock.patch.object(moment, "marked", side_effect=Refusal("no")):
            with self.assertRaisesRegex(Refusal, "no\\nSome logs may have sale now"):
                restore_point.run(argparse.Namespace(name="sale"))

    def test_a_server_that_is_away_is_told_and_not_waited_for_again(self) -> None:
        with self.assertRaisesRegex(Refusal, "127.0.0.1:1 refused"), moment.held({"orders": SERVER}):
            self.fail("nobody is there")


if __name__ == "__main__":
    unittest.main()
