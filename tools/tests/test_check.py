"""The checks of the tree find what they are there to find, and name the line."""

import tempfile
import unittest
from pathlib import Path

from check import circles, clients, documents, environment, events, french, guide, layers, migrations, tree


class CheckTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def test_a_model_that_names_the_database(self) -> None:
        self.write(
            "services/orders/src/orders/model.rs",
            '//! sqlx is fine here\n// tonic too\nlet a = "tokio";\nuse sqlx::PgPool;\n',
        )
        expected = ["services/orders/src/orders/model.rs:4: a model is pure, and this names sqlx"]
        self.assertEqual(list(layers.problems(self.root)), expected)

    def lock(self, **needs: list[str]) -> None:
        """Cargo.lock of a service and these packages."""
        self.write("services/orders/Cargo.toml", '[package]\nname = "souk-orders"\n')
        packages = ""
        for name, needed in needs.items():
            listed = "".join(f' "{dependency}",\n' for dependency in needed)
            packages += f'\n[[package]]\nname = "{name.replace("_", "-")}"\nversion = "1.0.0"\ndependencies = [\n{listed}]\n'
        self.write("Cargo.lock", f"version = 4\n{packages}")

    def test_a_client_of_http_among_what_a_service_needs(self) -> None:
        self.lock(souk_orders=["pictures 1.0.0"], pictures=["ureq"], souk_bench=["reqwest"])
        expected = ["Cargo.lock: ureq asks by HTTP, and the services are built from it"]
        self.assertEqual(list(clients.problems(self.root)), expected)

    def test_the_client_of_the_pictures_store_is_nobody_elses(self) -> None:
        self.lock(souk_orders=["souk-media", "object_store"], souk_media=["reqwest", "object_store"], object_store=["reqwest"])
        # Its name has an underscore there.
        lock = self.root / "Cargo.lock"
        lock.write_text(lock.read_text().replace("object-store", "object_store"))
        self.assertEqual(list(clients.problems(self.root)), [])
        lock.write_text(lock.read_text().replace(' "souk-media",\n', ' "souk-media",\n "reqwest",\n'))
        self.write("services/orders/src/lib.rs", "// reqwest::get\nlet page = reqwest::get(address);\n")
        self.write("services/catalog/src/search/meilisearch/client.rs", "let asked = reqwest::get(address);\n")
        expected = [
            "Cargo.lock: souk-orders stands on reqwest and may ask any address by HTTP",
            "services/orders/src/lib.rs:2: reqwest may ask any address by HTTP",
        ]
        self.assertEqual(list(clients.problems(self.root)), expected)

    def test_a_client_that_nobody_heard_of(self) -> None:
        self.lock(souk_orders=["tonic", "fetcher"], tonic=["hyper"], fetcher=["hyper"])
        self.assertEqual([problem.split()[1] for problem in clients.problems(self.root)], ["fetcher"])

    def test_a_server_that_learns_to_ask(self) -> None:
        self.lock(souk_orders=["hyper"])
        self.write("Cargo.toml", 'hyper = { version = "1", features = ["http1", "server", "client"] }\n')
        found = list(clients.problems(self.root))
        self.assertEqual(found[1:], ["Cargo.toml:1: the feature client of hyper asks by HTTP"])
        self.assertTrue(found[0].startswith("Cargo.lock: souk-orders stands on hyper"))

    def test_a_split_model_is_a_model(self) -> None:
        self.write("services/orders/src/orders/model/line.rs", "use tokio::time;\n")
        self.assertEqual(len(list(layers.problems(self.root))), 1)

    def test_a_layer_that_names_the_one_above(self) -> None:
        self.write("services/orders/src/orders/store.rs", "use super::model::Order;\nuse super::rpc::Answer;\n")
        expected = ["services/orders/src/orders/store.rs:2: store names rpc, which stands above it"]
        self.assertEqual(list(layers.problems(self.root)), expected)

    def test_a_layer_above_is_found_by_any_path(self) -> None:
        self.write(
            "services/orders/src/orders/store.rs",
            "use crate::orders::rpc::Answer;\nuse crate::carts::rpc::Ask;\n"
            "use super::{\n    model::Order,\n    rpc::Reply,\n};\n",
        )
        found = [problem.partition(": ")[0].rpartition(":")[2] for problem in layers.problems(self.root)]
        self.assertEqual(found, ["1", "2", "3"])

    def test_a_layer_that_names_a_use_case(self) -> None:
        self.write(
            "services/orders/src/orders/mod.rs", "pub use model::Order;\n\npub struct Orders;\npub async fn pay_in() {}\n"
        )
        self.write("services/orders/src/orders/store.rs", "use super::Order;\n")
        self.write("services/orders/src/orders/rpc.rs", "use super::Orders;\n")
        self.write(
            "services/orders/src/orders/events.rs",
            "use super::{Order, Orders};\nuse crate::orders::pay_in;\nuse crate::carts::Orders;\n",
        )
        path = "services/orders/src/orders/events.rs"
        expected = [
            f"{path}:1: events names Orders of mod.rs, which stands above it",
            f"{path}:2: events names pay_in of mod.rs, which stands above it",
        ]
        self.assertEqual(list(layers.problems(self.root)), expected)

    def found(self) -> list[str]:
        return list(circles.problems(self.root))

    def test_files_that_take_from_each_other(self) -> None:
        self.write("crates/kernel/src/lib.rs", "mod money;\nmod rate;\n")
        self.write("crates/kernel/src/money.rs", "use crate::rate::Rate;\npub struct Money;\n")
        self.write("crates/kernel/src/rate.rs", "pub struct Rate;\nfn of(one: super::money::Money) {}\n")
        expected = [
            "crates/kernel/src/money.rs:1: Rate of crates/kernel/src/rate.rs is part of a circle of 2 files",
            "crates/kernel/src/rate.rs:2: Money of crates/kernel/src/money.rs is part of a circle of 2 files",
        ]
        self.assertEqual(sorted(self.found()), expected)

    def test_a_circle_of_three_through_what_a_module_hands_on(self) -> None:
        self.write("crates/kernel/src/lib.rs", "mod a;\nmod b;\nmod c;\npub use a::A;\n")
        self.write("crates/kernel/src/a/mod.rs", "mod deep;\npub use deep::*;\n")
        self.write("crates/kernel/src/a/deep.rs", "use crate::b::{self, B};\npub struct A;\n")
        self.write("crates/kernel/src/b.rs", "use crate::c;\npub struct B;\nfn of() { c::make() }\n")
        self.write("crates/kernel/src/c.rs", "pub fn make() -> crate::A {}\n")
        self.assertEqual(len(self.found()), 3, self.found())

    def test_what_is_handed_on_or_only_tested_closes_no_circle(self) -> None:
        self.write("crates/kernel/src/lib.rs", "mod money;\npub use money::Money;\npub const LARGEST: i64 = 1;\n")
        self.write("crates/kernel/src/money/mod.rs", "mod write;\npub use write::written;\npub struct Money;\n")
        self.write(
            "crates/kernel/src/money/write.rs",
            "// use crate::other::Other;\nuse super::Money;\nuse crate::LARGEST;\npub fn written() {}\n"
            "#[cfg(test)]\nmod tests {\n    use crate::other::Other;\n}\n",
        )
        self.assertEqual(self.found(), [])

    def service(self, table: str) -> None:
        self.write("services/orders/src/lib.rs", f"//! | feature | what it is for |\n//! |---|---|\n{table}")
        self.write("services/orders/src/carts/mod.rs", "mod store;\nuse crate::orders;\nfn of() { orders::pay() }\n")
        self.write("services/orders/src/carts/store.rs", "")
        self.write("services/orders/src/orders.rs", "pub fn pay() {}\n")

    def test_a_feature_that_takes_from_one_above_it(self) -> None:
        self.service("//! | [`orders`] | their life |\n//! | [`carts`] | drafts |\n")
        path = "services/orders/src/carts/mod.rs"
        self.assertEqual(self.found(), [f"{path}:3: carts takes pay of orders, which stands above it in lib.rs"])

    def test_a_feature_that_takes_from_one_below_it(self) -> None:
        self.service("//! | [`carts`], `orders` | drafts, and their life |\n")
        self.assertEqual(self.found(), [])

    def test_a_feature_without_a_place_in_the_order(self) -> None:
        self.service("//! | [`carts`] | drafts |\n//! | [`gone`] | nothing |\n")
        library = "services/orders/src/lib.rs:1:"
        expected = [
            f"{library} orders has no row in the table of features",
            f"{library} there is no gone, which the table of features names",
        ]
        self.assertEqual(self.found(), expected)

    def test_a_service_that_depends_on_a_service(self) -> None:
        self.write(
            "services/orders/Cargo.toml",
            'name = "souk-orders"\nsouk-bus.workspace = true\nsouk-payments.workspace = true\n',
        )
        self.write("services/payments/Cargo.toml", "")
        expected = ["services/orders/Cargo.toml:3: souk-orders depends on the service souk-payments"]
        self.assertEqual(list(layers.problems(self.root)), expected)

    def test_events_that_differ_between_the_three_lists(self) -> None:
        self.write(
            "proto/souk/orders/v1/events.proto",
            "message Line { }\nmessage OrderPlaced {\n  repeated Line lines = 1;\n}\nmessage OrderForgotten { }\n",
        )
        self.write(events.ROUTES, self.route("OrderPlaced", "") + self.route("OrderLost", ""))
        self.write(events.DOCUMENT, self.row("OrderPlaced", "nobody") + "not `souk.orders.v1.OrderFound`\n")
        expected = [
            f"{events.ROUTES}: souk.orders.v1.OrderLost is no message of an events.proto",
            f"{events.ROUTES}: souk.orders.v1.OrderForgotten is missing, though no other message has it as a part",
            f"{events.DOCUMENT}: souk.orders.v1.OrderFound is no event of {events.ROUTES}",
            f"{events.DOCUMENT}: souk.orders.v1.OrderLost has no row",
        ]
        self.assertEqual(list(events.problems(self.root)), expected)

    def route(self, name: str, consumers: str) -> str:
        return f'    Route {{ event: "souk.orders.v1.{name}", consumers: &[{consumers}] }},\n'

    def row(self, name: str, kept_for: str) -> str:
        return f"| `souk.orders.v1.{name}` | orders happen | {kept_for} | they do things |\n"

    def test_an_event_that_is_kept_for_others_than_its_row_says(self) -> None:
        self.write("proto/souk/orders/v1/events.proto", "message OrderPlaced { }\nmessage OrderSettled { }\n")
        self.write(
            events.ROUTES, self.route("OrderPlaced", '"payments", "catalog"') + self.route("OrderSettled", '"payments"')
        )
        self.write(events.DOCUMENT, self.row("OrderPlaced", "catalog, payments") + self.row("OrderSettled", "nobody"))
        expected = [f"{events.DOCUMENT}: souk.orders.v1.OrderSettled is kept for payments"]
        self.assertEqual(list(events.problems(self.root)), expected)

    def test_variables_that_nobody_reads_or_lists(self) -> None:
        self.write("crates/telemetry/src/lib.rs", '    #[arg(long = "log", env = "SOUK_LOG")]\n')
        own = "\n".join(f"# {name}=" for name in environment.OF_THE_COMMAND)
        self.write(".env.sample", f"{own}\nSOUK_OLD=1\n")
        expected = [".env.sample: SOUK_LOG is missing", ".env.sample: nothing reads SOUK_OLD"]
        self.assertEqual(list(environment.problems(self.root)), expected)

    def test_a_document_that_names_what_is_not_there(self) -> None:
        self.write("crates/bus/src/lib.rs", "")
        self.write("docs/A.md", "[bus](../crates/bus/src/lib.rs) and `crates/bus/`\nsee `crates/boat/src` [B](B.md)\n")
        found = list(documents.problems(self.root))
        self.assertEqual(found, ["docs/A.md:2: there is no crates/boat/src", "docs/A.md:2: there is no docs/B.md"])

    def test_a_page_of_the_guide_that_is_not_in_both_languages(self) -> None:
        self.write("docs/guide/1.md", "[a](ar/1.md) ![a](../screens/fr/a.jpg) ![b](../screens/fr/b.jpg)")
        self.write("docs/guide/ar/1.md", "![a](../../screens/ar/a.jpg)")
        self.write("docs/guide/2.md", "[a](ar/2.md)")
        self.write("docs/guide/3.md", "[a](ar/3.md) ![a](../screens/fr/a.jpg)")
        self.write("docs/guide/ar/3.md", "[a](../3.md) ![a](../../screens/fr/a.jpg)")
        expected = [
            "docs/guide/2.md: there is no docs/guide/ar/2.md",
            "docs/guide/ar/1.md: it doesn't lead to docs/guide/1.md",
            "docs/guide/ar/3.md: ../../screens/fr/a.jpg is not of ../../screens/ar/",
            "docs/guide/ar/1.md: it shows other pictures than docs/guide/1.md",
        ]
        self.assertEqual(list(guide.problems(self.root)), expected)

    def test_french_with_a_space_at_which_a_line_may_break(self) -> None:
        right = '  "a": "Total\u00a0: 3\u202f!",\n'
        self.write("web/messages/common/fr.json", right + '  "b": "Vraiment\u00a0? « Oui »"\n')
        self.write("docs/guide/1.md", "Tapez `a ; b`.\nRien ; ![vue](a.jpg)\n")
        self.write("services/gateway/src/pages/words.rs", 'fr: "Essayez :", en: "Try:" // so : it is\n')
        expected = [
            "docs/guide/1.md:2: the space of ; is U+202F",
            "services/gateway/src/pages/words.rs:1: the space of : is U+00A0",
            "web/messages/common/fr.json:2: the space of » is U+00A0, the space of ? is U+202F, the space of « is U+00A0",
        ]
        self.assertEqual(sorted(french.problems(self.root)), expected)

    def test_what_may_not_be_in_the_tree(self) -> None:
        self.write("a.rs", "#[" + "allow(dead_code)]\n")
        self.write("b.md", "see .." + "/shared/x\n")
        self.write(
            "package-lock.json",
            ' "resolved": "https://registry.example/x"\n "resolved": "https://registry.npmjs.org/y"\n',
        )
        found = [problem.partition(": ")[0] for problem in tree.problems(self.root)]
        self.assertEqual(sorted(found), ["a.rs:1", "b.md:1", "package-lock.json:1"])

    def test_what_a_tool_left_in_a_hidden_folder(self) -> None:
        self.write(".gitignore", "")
        self.write("services/orders/.sqlx/query-1.json", "{}")
        self.write(".fuzzer/cache/crash.json", "{}")
        expected = [".fuzzer/cache/crash.json: .fuzzer is a tool's own; add it to .gitignore"]
        self.assertEqual(list(tree.problems(self.root)), expected)

    def test_a_migration_that_locks_a_living_table(self) -> None:
        folder = "services/orders/migrations"
        refused = {
            "CREATE INDEX a ON orders (total);": "create it CONCURRENTLY",
            "CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON orders (total);": "needs a file of its own",
            "-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a ON orders (b); SELECT 1;": "needs a file of its own",
            "-- no-transaction\nCREATE INDEX CONCURRENTLY a ON orders (b);": "IF NOT EXISTS",
            "-- no-transaction\nALTER TABLE orders ADD COLUMN a int;": "without a limit",
            "-- no-transaction\nDO $$ BEGIN UPDATE orders SET total = 0; COMMIT; END $$;": "sets a lock_timeout",
            "-- no-transaction\nDO $$ BEGIN SET lock_timeout = 300; UPDATE orders SET total = 0; END $$;": "commits its portions",
            "ALTER TABLE orders ADD COLUMN a int, ADD COLUMN b uuid DEFAULT gen_random_uuid();": "constant default",
            "ALTER TABLE orders ADD COLUMN a uuid REFERENCES customers;": "add the column alone",
            "ALTER TABLE orders ADD CONSTRAINT a CHECK (total > 0);": "add it NOT VALID",
            "ALTER TABLE orders ADD CONSTRAINT a UNIQUE (number);": "USING INDEX",
            "ALTER TABLE orders ALTER COLUMN total TYPE numeric(9, 2);": "add another column",
            "ALTER TABLE orders ALTER total SET NOT NULL;": "IS NOT NULL",
            "UPDATE orders SET total = 0;": "in batches",
        }
        allowed = [
            "CREATE TABLE gifts (id int); CREATE INDEX a ON gifts (id); ALTER TABLE gifts ADD CHECK (id > 0);",
            "ALTER TABLE orders ADD COLUMN a text NOT NULL DEFAULT 'check; unique', ADD COLUMN b timestamptz;",
            "ALTER TABLE orders ADD CONSTRAINT a CHECK (total > 0) NOT VALID;",
            "-- no-transaction\n-- Why.\nALTER TABLE orders VALIDATE CONSTRAINT a;",
            "-- no-transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a ON orders (number);",
            "-- no-transaction\n-- Why.\nDO $$ BEGIN SET lock_timeout = 300; INSERT INTO gifts SELECT 1; COMMIT; END $$;",
            "CREATE FUNCTION a() RETURNS void LANGUAGE sql AS $$ UPDATE orders SET total = 0; $$;",
            "-- small table: 58 rows\nUPDATE wilayas SET name = 'Alger' WHERE id = 16;",
        ]
        for sql, instead in refused.items():
            self.write(f"{folder}/9000_new.sql", sql)
            found = list(migrations.problems(self.root))
            self.assertTrue(len(found) == 1 and instead in found[0], f"{sql}: {found}")
        for sql in allowed:
            self.write(f"{folder}/9000_new.sql", sql)
            self.assertEqual(list(migrations.problems(self.root)), [], sql)
