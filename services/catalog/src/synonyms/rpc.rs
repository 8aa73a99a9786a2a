//! The gRPC interface of synonyms.

use souk_kernel::{Permission, SynonymGroupId, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::synonyms_server::Synonyms as Service;
use souk_rpc::{Failure, Violations, actor};
use tonic::{Request, Response, Status};

use super::model::{LEAST_WORDS, Synonym};
use super::{LONGEST, MOST_WORDS, SynonymGroup, Synonyms, Wanted, field};
use crate::failure::checked;
use crate::parse::{is_line, written};
use crate::search::{LONGEST_PHRASE, words};

pub struct SynonymsRpc {
    synonyms: Synonyms,
}

impl SynonymsRpc {
    pub fn new(synonyms: Synonyms) -> Self {
        Self { synonyms }
    }
}

#[tonic::async_trait]
impl Service for SynonymsRpc {
    async fn list_synonym_groups(
        &self,
        request: Request<proto::ListSynonymGroupsRequest>,
    ) -> Result<Response<proto::ListSynonymGroupsResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let groups = self.synonyms.list(&request.get_ref().part).await.map_err(Failure::from)?;
        let groups = groups.into_iter().map(message).collect();
        Ok(Response::new(proto::ListSynonymGroupsResponse { groups }))
    }

    async fn get_synonym_group(
        &self,
        request: Request<proto::GetSynonymGroupRequest>,
    ) -> Result<Response<proto::SynonymGroup>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let group = self.synonyms.get(named(&request.get_ref().id)?).await.map_err(Failure::from)?;
        Ok(Response::new(message(group)))
    }

    async fn save_synonym_group(
        &self,
        request: Request<proto::SaveSynonymGroupRequest>,
    ) -> Result<Response<proto::SynonymGroup>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let wanted = wanted(request.get_ref())?;
        let group = self.synonyms.save(&actor, &wanted).await.map_err(Failure::from)?;
        Ok(Response::new(message(group)))
    }

    async fn delete_synonym_group(
        &self,
        request: Request<proto::DeleteSynonymGroupRequest>,
    ) -> Result<Response<proto::DeleteSynonymGroupResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let proto::DeleteSynonymGroupRequest { id, version } = request.into_inner();
        self.synonyms.delete(&actor, named(&id)?, version).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteSynonymGroupResponse {}))
    }
}

fn named(id: &str) -> Result<SynonymGroupId, Failure> {
    let mut found = Violations::default();
    checked(found.id("id", id), found)
}

fn wanted(request: &proto::SaveSynonymGroupRequest) -> Result<Wanted, Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &request.id);
    let given = request.words.len();
    if given < LEAST_WORDS {
        found.push("words", "form.validation.required", "a group has 2 words at least");
    }
    if given > MOST_WORDS {
        found.push("words", "form.validation.tooMany", format!("{MOST_WORDS} words at most"));
    }
    let mut words: Vec<Synonym> = Vec::new();
    for (at, text) in request.words.iter().take(MOST_WORDS).enumerate() {
        let field = field(at);
        let Some(word) = synonym(&field, text, &mut found) else { continue };
        if words.iter().any(|known| known.compared == word.compared) {
            found.push(
                field,
                "form.validation.repeated",
                "the search takes it for another word of the group",
            );
        } else {
            words.push(word);
        }
    }
    checked(id.map(|id| Wanted { id, version: request.version, words }), found)
}

/// One word or a few, as the search cuts text into words.
fn synonym(field: &str, text: &str, found: &mut Violations) -> Option<Synonym> {
    let written = written(field, text, LONGEST, is_line, found)?;
    let phrase = words(&written);
    if phrase.is_empty() {
        found.push(field, "form.validation.required", "there is no word in it");
        return None;
    }
    if phrase.len() > LONGEST_PHRASE {
        found.push(field, "form.validation.tooLong", format!("{LONGEST_PHRASE} words at most"));
        return None;
    }
    let compared = phrase.join(" ");
    if compared.chars().count() > LONGEST {
        found.push(field, "form.validation.tooLong", format!("{LONGEST} characters at most"));
        return None;
    }
    Some(Synonym { written, compared })
}

fn message(group: SynonymGroup) -> proto::SynonymGroup {
    proto::SynonymGroup {
        id: group.id.to_string(),
        version: group.version,
        words: group.words,
        updated_at: rfc3339(group.updated_at),
    }
}
