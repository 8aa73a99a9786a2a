//! Secrets from files, as Docker and Kubernetes mount them: what the variable `NAME` may say may be in the file that `NAME_FILE` names,
//! where the argument is one whose value clap hides.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Arg, Command, Error, FromArgMatches, Parser};

/// As [`Parser::parse`], with secrets from files.
pub fn parse<P: Parser>() -> P {
    read_from(&mut P::command(), std::env::args_os().collect())
}

/// What these arguments and the environment say, by the definition of `P`, which may have been changed since. Ends the process where
/// they can't be read.
pub fn read_from<P: FromArgMatches>(definition: &mut Command, arguments: Vec<OsString>) -> P {
    let told = with_files(definition, arguments, &|name| std::env::var_os(name));
    let read = told
        .and_then(|arguments| definition.try_get_matches_from_mut(arguments))
        .and_then(|matches| P::from_arg_matches(&matches));
    read.unwrap_or_else(|error| error.format(definition).exit())
}

/// The arguments, with what files say behind the name of the command that takes it.
///
/// # Errors
/// A file that can't be read or says nothing; a secret that its variable says too.
fn with_files(
    definition: &Command,
    mut arguments: Vec<OsString>,
    variable: &dyn Fn(&str) -> Option<OsString>,
) -> Result<Vec<OsString>, Error> {
    let (mut command, mut place) = (definition, 1.min(arguments.len()));
    loop {
        let found: Vec<_> =
            command.get_arguments().filter_map(|argument| of_file(argument, variable)).collect();
        for said in found {
            let said = said.map_err(|why| definition.clone().error(ErrorKind::Io, why))?;
            arguments.insert(place, said);
            place += 1;
        }
        let Some(next) = arguments.get(place).and_then(|name| command.find_subcommand(name)) else {
            return Ok(arguments);
        };
        (command, place) = (next, place + 1);
    }
}

/// `--name=secret`, where the variable of the argument has a file; or why not.
fn of_file(argument: &Arg, variable: &dyn Fn(&str) -> Option<OsString>) -> Option<Result<OsString, String>> {
    if !argument.is_hide_env_values_set() {
        return None;
    }
    let (name, long) = (argument.get_env()?.to_str()?, argument.get_long()?);
    let path = variable(&format!("{name}_FILE")).filter(|path| !path.is_empty())?;
    if variable(name).is_some_and(|said| !said.is_empty()) {
        return Some(Err(format!("{name} and {name}_FILE are both set: leave one out")));
    }
    let said = match std::fs::read_to_string(&path) {
        // Editors and `echo` end a file with a line break.
        Ok(text) => match text.trim_end_matches(['\r', '\n']) {
            "" => Err(format!("{name}_FILE: {} is empty", path.display())),
            secret => Ok(format!("--{long}={secret}").into()),
        },
        Err(error) => Err(format!("{name}_FILE: {} can't be read: {error}", path.display())),
    };
    Some(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, CommandFactory as _};

    #[derive(Debug, Parser)]
    struct Program {
        #[command(subcommand)]
        command: Commands,
    }

    #[derive(Debug, clap::Subcommand)]
    enum Commands {
        Serve(Secret),
        Staff {
            #[command(subcommand)]
            command: Staff,
        },
        Nothing,
    }

    #[derive(Debug, clap::Subcommand)]
    enum Staff {
        Add(Secret),
    }

    #[derive(Debug, Args)]
    struct Secret {
        #[arg(long, env = "SOUK_TEST_SECRET", hide_env_values = true)]
        secret: String,
        #[arg(long, env = "SOUK_TEST_PUBLIC", default_value = "public")]
        public: String,
    }

    /// What the program is told, with these variables; the process's own say nothing of them.
    fn told(words: &[&str], variables: &[(&str, &str)]) -> Result<Program, Error> {
        let arguments = ["program"].iter().chain(words).map(OsString::from).collect();
        let variable = |name: &str| {
            variables.iter().find(|(other, _)| *other == name).map(|(_, value)| OsString::from(value))
        };
        let mut definition = Program::command();
        let arguments = with_files(&definition, arguments, &variable)?;
        Program::from_arg_matches(&definition.try_get_matches_from_mut(arguments)?)
    }

    fn file(name: &str, content: &str) -> String {
        let path = std::env::temp_dir().join(format!("souk-secret-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("written");
        path.to_str().expect("text").to_owned()
    }

    #[test]
    fn a_secret_is_read_from_its_file_by_whichever_command_takes_it() {
        let path = file("read", "postgres://a:b=c@d\n");
        let variables = [("SOUK_TEST_SECRET_FILE", path.as_str())];
        for words in [&["serve"][..], &["serve", "--public", "x"], &["staff", "add"]] {
            let program = told(words, &variables).expect("told");
            let (Commands::Serve(secret) | Commands::Staff { command: Staff::Add(secret) }) = program.command
            else {
                panic!("another command")
            };
            assert_eq!(secret.secret, "postgres://a:b=c@d");
        }
        assert!(matches!(told(&["nothing"], &variables).expect("told").command, Commands::Nothing));
    }

    /// As an empty line of an `.env` says it.
    #[test]
    fn a_variable_that_says_nothing_leaves_the_word_to_its_file() {
        let path = file("beside", "secret");
        let variables = [("SOUK_TEST_SECRET_FILE", path.as_str()), ("SOUK_TEST_SECRET", "")];
        let program = told(&["serve"], &variables).expect("told");
        assert!(matches!(program.command, Commands::Serve(Secret { secret, .. }) if secret == "secret"));
    }

    #[test]
    fn what_is_no_secret_has_no_file() {
        let path = file("public", "from a file");
        let variables = [("SOUK_TEST_PUBLIC_FILE", path.as_str())];
        let program = told(&["serve", "--secret", "x"], &variables).expect("told");
        assert!(matches!(program.command, Commands::Serve(Secret { public, .. }) if public == "public"));
    }

    #[test]
    fn a_file_that_says_nothing_or_a_secret_said_twice_is_refused_by_name() {
        let (full, empty) = (file("full", "secret"), file("empty", "\n"));
        for (variables, why) in [
            (vec![("SOUK_TEST_SECRET_FILE", empty.as_str())], "is empty"),
            (vec![("SOUK_TEST_SECRET_FILE", "/no/such/file")], "/no/such/file can't be read"),
            (
                vec![("SOUK_TEST_SECRET_FILE", full.as_str()), ("SOUK_TEST_SECRET", "another")],
                "leave one out",
            ),
        ] {
            let said = told(&["serve"], &variables).expect_err("refused").to_string();
            assert!(said.contains("SOUK_TEST_SECRET_FILE") && said.contains(why), "{said}");
            assert!(!said.contains("another"), "{said}");
        }
    }
}
