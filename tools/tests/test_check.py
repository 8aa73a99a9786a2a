"""The checks of the tree find what they are there to find, and name the line."""

import tempfile
import unittest
from pathlib import Path

from check import documents, environment, events, layers, tree


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

    def test_a_service_that_depends_on_a_service(self) -> None:
        self.write(
            "services/orders/Cargo.toml",
            'name = "souk-orders"\nsouk-bus.workspace = true\nsouk-payments.workspace = true\n',
        )
        self.write("services/payments/Cargo.toml", "")
        expected = ["services/orders/Cargo.toml:3: souk-orders depends on the service souk-payments"]
        self.assertEqual(list(layers.problems(self.root)), expected)

    def test_events_that_differ_between_the_three_lists(self) -> None:
        self.write("proto/souk/orders/v1/events.proto", "message OrderPlaced { }\n")
        self.write(events.ROUTES, '"souk.orders.v1.OrderPlaced", "souk.orders.v1.OrderLost"')
        self.write(events.DOCUMENT, "`souk.orders.v1.OrderPlaced` and `souk.orders.v1.OrderFound`")
        found = list(events.problems(self.root))
        self.assertEqual(len(found), 3, found)
        self.assertIn(f"{events.ROUTES}: souk.orders.v1.OrderLost is no message of an events.proto", found)

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
