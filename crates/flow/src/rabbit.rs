//! A RabbitMQ of a test's own, to be killed.

use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context as _;
use souk_testkit::eventually;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::address::free_address;

/// Where Debian puts the program; its wrapper in the path insists on a user of its own.
const SERVER: &str = "/usr/lib/rabbitmq/bin/rabbitmq-server";
/// A first start makes the broker's tables.
const START: Duration = Duration::from_mins(2);

/// A broker with its own port mapper, ports and data.
#[derive(Debug)]
pub struct Rabbit {
    folder: TempDir,
    port: u16,
    nodes_port: u16,
    mapper_port: u16,
    _mapper: Child,
    server: Child,
}

impl Rabbit {
    pub async fn start() -> anyhow::Result<Self> {
        let [port, nodes_port, mapper_port] =
            [free_address()?.port(), free_address()?.port(), free_address()?.port()];
        let folder = TempDir::new()?;
        configure(folder.path(), port)?;
        let mapper = Command::new(port_mapper()?)
            .args(["-address", "127.0.0.1", "-port", &mapper_port.to_string()])
            .kill_on_drop(true)
            .spawn()
            .context("Erlang's port mapper")?;
        let server = serve(folder.path(), nodes_port, mapper_port)?;
        let rabbit = Self { folder, port, nodes_port, mapper_port, _mapper: mapper, server };
        rabbit.answers().await;
        Ok(rabbit)
    }

    pub fn url(&self) -> String {
        format!("amqp://guest:guest@{}:{}", Ipv4Addr::LOCALHOST, self.port)
    }

    /// As `kill -9`.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        Ok(self.server.kill().await?)
    }

    pub async fn restart(&mut self) -> anyhow::Result<()> {
        self.server = serve(self.folder.path(), self.nodes_port, self.mapper_port)?;
        self.answers().await;
        Ok(())
    }

    async fn answers(&self) {
        let broker = souk_testkit::Broker::at(self.url());
        eventually("the broker answers", START, async || broker.connect().await.is_ok()).await;
    }
}

fn serve(folder: &Path, nodes_port: u16, mapper_port: u16) -> anyhow::Result<Child> {
    Command::new(SERVER)
        .env("HOME", folder)
        .env("ERL_EPMD_ADDRESS", "127.0.0.1")
        .env("ERL_EPMD_PORT", mapper_port.to_string())
        .env("RABBITMQ_NODENAME", format!("flow-{mapper_port}@localhost"))
        .env("RABBITMQ_CONF_ENV_FILE", folder.join("no-environment-file"))
        .env("RABBITMQ_CONFIG_FILE", folder.join("rabbitmq.conf"))
        .env("RABBITMQ_ADVANCED_CONFIG_FILE", folder.join("advanced.config"))
        .env("RABBITMQ_ENABLED_PLUGINS_FILE", folder.join("plugins"))
        .env("RABBITMQ_MNESIA_BASE", folder.join("data"))
        .env("RABBITMQ_LOG_BASE", folder.join("log"))
        .env("RABBITMQ_DIST_PORT", nodes_port.to_string())
        .env("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}")
        // Makes the script become the broker, so that killing the child kills the broker.
        .env("detached", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .context("RabbitMQ is not installed")
}

fn configure(folder: &Path, port: u16) -> anyhow::Result<()> {
    let settings = format!("listeners.tcp.default = 127.0.0.1:{port}\nlog.file = false\n");
    for (name, content) in
        [("rabbitmq.conf", settings.as_str()), ("plugins", "[].\n"), ("advanced.config", "[].\n")]
    {
        fs::write(folder.join(name), content)?;
    }
    Ok(())
}

fn port_mapper() -> anyhow::Result<PathBuf> {
    let folders = fs::read_dir("/usr/lib/erlang").context("Erlang is not installed")?;
    let mut mappers = folders.filter_map(Result::ok).map(|folder| folder.path().join("bin/epmd"));
    mappers.find(|mapper| mapper.exists()).context("Erlang has no port mapper")
}
