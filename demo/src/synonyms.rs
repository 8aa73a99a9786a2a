//! Words that mean the same to who searches the demo: in Arabic, in French, and as Arabic is typed in Latin letters.

use souk_demo::ids;
use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::synonyms_client::SynonymsClient;

use crate::Shop;

const GROUPS: [&[&str]; 7] = [
    &["parfum", "عطر", "parfem", "3itr"],
    &["savon", "صابون", "saboun"],
    &["Casbah", "القصبة", "kasbah"],
    &["écouteurs", "سماعات", "kitman", "casque audio"],
    &["coque", "غطاء", "cover", "housse"],
    &["chargeur", "شاحن", "chargeur de téléphone"],
    &["vernis", "vernis à ongles", "طلاء أظافر"],
];

/// Groups words, unless somebody did before.
pub async fn load(shop: &Shop) -> anyhow::Result<()> {
    let mut synonyms = SynonymsClient::new(shop.client("catalog")?);
    let there =
        synonyms.list_synonym_groups(catalog::ListSynonymGroupsRequest::default()).await?.into_inner().groups;
    if !there.is_empty() {
        return Ok(());
    }
    for words in GROUPS {
        let group = catalog::SaveSynonymGroupRequest {
            id: ids::id("synonyms", words[0]),
            version: 0,
            words: words.iter().map(ToString::to_string).collect(),
        };
        synonyms.save_synonym_group(group).await?;
    }
    Ok(())
}
