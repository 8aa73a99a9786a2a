//! What shoppers of the demo say of what they got, sent by the form and read by the staff. What was written of late still waits.

use anyhow::Context as _;
use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::reviews_client::ReviewsClient;
use souk_proto::orders::v1::Order;
use souk_rpc::Actor;

use crate::orders::Made;
use crate::{Shop, life, wait};

/// Of delivered orders one in so many leads to a review.
const ONE_IN: usize = 2;
/// The last ones wait for the staff.
const WAITING: usize = 4;
/// Of the published ones one in so many is answered.
const ANSWERED: usize = 6;

/// Stars, and what is said with them in French and in Arabic.
const WORDS: [(u32, &str, &str); 9] = [
    (
        5,
        "Exactement comme sur la photo. Livré en deux jours, bien emballé.",
        "مطابق للصورة تمامًا، وصلني في يومين وبتغليف محكم.",
    ),
    (
        5,
        "Très bonne qualité pour le prix, je recommande sans hésiter.",
        "جودة ممتازة مقارنة بالسعر، أنصح به.",
    ),
    (
        4,
        "Bon produit, l’emballage aurait pu être plus solide.",
        "منتج جيد، لكن التغليف كان يمكن أن يكون أمتن.",
    ),
    (
        5,
        "J’en ai repris un deuxième pour ma sœur, elle en est ravie.",
        "طلبت واحدًا ثانيًا لأختي وأعجبها كثيرًا.",
    ),
    (
        4,
        "Rien à redire sur la qualité. Un peu plus petit que je ne pensais.",
        "لا عيب في الجودة، لكنه أصغر قليلًا مما توقعت.",
    ),
    (
        5,
        "Le livreur a appelé avant de passer et tout était conforme.",
        "اتصل بي الموصّل قبل المجيء وكان كل شيء كما طلبت.",
    ),
    (
        3,
        "Correct, mais la livraison a pris cinq jours jusqu’à chez moi.",
        "مقبول، لكن التوصيل استغرق خمسة أيام.",
    ),
    (5, "Deuxième commande ici, toujours aussi satisfaite.", "ثاني طلب لي من هنا، ودائمًا راضية."),
    (
        2,
        "Déçue par la couleur, elle est plus claire que sur la photo.",
        "خاب ظني في اللون، فهو أفتح مما في الصورة.",
    ),
];
const REPLIES: [&str; 2] =
    ["Merci pour votre retour, à bientôt chez nous !", "شكرًا على رأيك، نسعد بخدمتك دائمًا."];

/// Sends what is missing; a repeat finds what is there by its key, and decides and answers nothing anew.
pub async fn load(shop: &Shop, made: &[Made]) -> anyhow::Result<()> {
    let writers: Vec<&Made> = made.iter().filter(|made| made.is_delivered()).step_by(ONE_IN).collect();
    let decided = writers.len().saturating_sub(WAITING);
    for (number, made) in writers.into_iter().enumerate() {
        let id = send(shop, number, made).await?;
        if number < decided {
            decide(shop, number, &id, made.order.language == "ar").await?;
        }
    }
    Ok(())
}

async fn send(shop: &Shop, number: usize, made: &Made) -> anyhow::Result<String> {
    let form = form(number, made)?;
    let client = shop.client_as("catalog", &Actor::shopper())?;
    let answer = wait::until_known(|| {
        let (mut reviews, form) = (ReviewsClient::new(client.clone()), form.clone());
        async move { reviews.submit_review(form).await }
    });
    Ok(answer.await.with_context(|| format!("review {number}"))?.into_inner().id)
}

fn form(number: usize, made: &Made) -> anyhow::Result<catalog::SubmitReviewRequest> {
    let Order { first_name, phone, language, lines, .. } = &made.order;
    let (rating, french, arabic) = WORDS[number % WORDS.len()];
    Ok(catalog::SubmitReviewRequest {
        idempotency_key: format!("demo-{phone}"),
        product_id: lines.first().context("a line")?.product_id.clone(),
        name: first_name.clone(),
        email: format!("client{number}@example.dz"),
        phone: phone.clone(),
        purchase_date: made.placed_at.date().to_string(),
        rating,
        text: if language == "ar" { arabic } else { french }.into(),
        bought_here: true,
        accepted_policy: true,
        image: Vec::new(),
    })
}

async fn decide(shop: &Shop, number: usize, id: &str, is_arabic: bool) -> anyhow::Result<()> {
    let mut reviews = ReviewsClient::new(shop.client_as("catalog", &life::employee("confirmed"))?);
    // As it was sent: what staff did with it since stays.
    let (id, state, version) = (id.to_owned(), "approved".to_owned(), 1);
    let request = catalog::ModerateReviewRequest { id: id.clone(), state, version };
    let decided = match reviews.moderate_review(request).await {
        Err(refusal) if refusal.code() == tonic::Code::Aborted => return Ok(()),
        decided => decided?.into_inner(),
    };
    if number.is_multiple_of(ANSWERED) && decided.reply.is_empty() {
        let (version, text) = (decided.version, REPLIES[usize::from(is_arabic)].into());
        reviews.reply_to_review(catalog::ReplyToReviewRequest { id, version, text }).await?;
    }
    Ok(())
}
