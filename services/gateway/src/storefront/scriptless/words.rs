//! What the form says, in the shop's languages.

use souk_kernel::{Language, QuantityBreach, QuantityRule};

use crate::pages::Obstacle;
use crate::pages::words::{Word, available_from};

pub const PRODUCT: Word = Word { fr: "Produit", ar: "المنتج", en: "Product" };
pub const COMBINATION: Word = Word { fr: "Modèle", ar: "النموذج", en: "Model" };
pub const QUANTITY: Word = Word { fr: "Quantité", ar: "الكمية", en: "Quantity" };
pub const WILAYA: Word = Word { fr: "Wilaya", ar: "الولاية", en: "Wilaya" };
pub const COMMUNE: Word = Word { fr: "Commune", ar: "البلدية", en: "Commune" };
pub const CONTINUE: Word = Word { fr: "Continuer", ar: "متابعة", en: "Continue" };
pub const DELIVERY: Word = Word { fr: "Livraison", ar: "التوصيل", en: "Delivery" };
pub const HOME: Word = Word { fr: "à domicile", ar: "إلى البيت", en: "to your door" };
pub const DESK: Word = Word { fr: "au bureau", ar: "إلى المكتب", en: "to a desk" };
pub const FREE: Word = Word { fr: "gratuite", ar: "مجاني", en: "free" };
pub const TOTAL: Word = Word { fr: "total", ar: "المجموع", en: "total" };
pub const NOBODY: Word = Word {
    fr: "Personne ne livre encore cette commune.",
    ar: "لا أحد يوصل إلى هذه البلدية بعد.",
    en: "Nobody delivers to this commune yet.",
};
pub const LASTNAME: Word = Word { fr: "Nom", ar: "اللقب", en: "Last name" };
pub const FIRSTNAME: Word = Word { fr: "Prénom", ar: "الاسم", en: "First name" };
pub const PHONE: Word = Word { fr: "Téléphone", ar: "الهاتف", en: "Phone" };
pub const ADDRESS: Word = Word { fr: "Adresse", ar: "العنوان", en: "Address" };
pub const SEND: Word = Word { fr: "Envoyer la commande", ar: "إرسال الطلب", en: "Send the order" };
pub const REOPEN: Word =
    Word { fr: "Rouvrir la page", ar: "إعادة فتح الصفحة", en: "Open the page again" };
pub const PLACED: Word =
    Word { fr: "Commande enregistrée", ar: "تم تسجيل الطلب", en: "Order recorded" };
pub const PLACED_TEXT: Word = Word {
    fr: "Nous vous appelons pour la confirmer. Son numéro :",
    ar: "نتصل بك لتأكيدها. رقمها:",
    en: "We call you to confirm it. Its number:",
};
pub const WRONG_NAME: Word =
    Word { fr: "De 3 à 20 lettres.", ar: "من 3 إلى 20 حرفا.", en: "3 to 20 letters." };
pub const WRONG_PHONE: Word = Word {
    fr: "10 chiffres, qui commencent par 0.",
    ar: "10 أرقام تبدأ بـ 0.",
    en: "10 digits, starting with 0.",
};
pub const WRONG_QUANTITY: Word =
    Word { fr: "Un nombre de 1 à 999.", ar: "عدد من 1 إلى 999.", en: "A number from 1 to 999." };
pub const TOO_MANY_PIECES: Word = Word {
    fr: "Trop pour une commande en ligne. Baissez-la, ou appelez-nous.",
    ar: "كثيرة على طلب عبر الموقع. خفّضها أو اتصل بنا.",
    en: "Too many for an online order. Lower it, or call us.",
};
pub const UNREADABLE: Word = Word {
    fr: "Trop long, ou avec un caractère illisible.",
    ar: "طويل جدا أو فيه حرف غير مقروء.",
    en: "Too long, or with a character that can’t be read.",
};
pub const WRONG: Word =
    Word {
        fr: "À corriger ou à choisir.", ar: "صحّحه أو اختره.", en: "To be corrected or chosen."
    };
pub const NO_PRODUCT: Word =
    Word {
        fr: "Il n’est pas dans la boutique.", ar: "ليس في المتجر.", en: "It is not in the shop."
    };
pub const MODEL_GONE: Word = Word {
    fr: "Ce modèle n’est plus disponible. Choisissez-en un autre.",
    ar: "لم يعد هذا النموذج متوفرا. اختر غيره.",
    en: "This model is not available any more. Choose another.",
};
pub const STALE: Word = Word {
    fr: "Cette page est restée ouverte trop longtemps. Vérifiez et envoyez à nouveau.",
    ar: "بقيت هذه الصفحة مفتوحة طويلا. تحقق وأرسل من جديد.",
    en: "This page was open for too long. Check it and send it again.",
};
/// Where the browser doesn't show the cookie that the page gave it.
pub const NO_COOKIE: Word = Word {
    fr: "Le navigateur n’a pas gardé le cookie de la boutique. Acceptez-le et rouvrez la page, ou appelez-nous.",
    ar: "لم يحتفظ المتصفح بملف تعريف الارتباط الخاص بالمتجر. اقبله وأعد فتح الصفحة، أو اتصل بنا.",
    en: "The browser did not keep the shop’s cookie. Accept it and open the page again, or call us.",
};
pub const PRICE_CHANGED: Word = Word {
    fr: "Le prix a changé : voici le nouveau. Envoyez à nouveau s’il vous convient.",
    ar: "تغيّر السعر: هذا هو الجديد. أرسل من جديد إن ناسبك.",
    en: "The price has changed: this is the new one. Send it again if it suits you.",
};
pub const SOLD_OUT: Word =
    Word {
        fr: "Il n’en reste plus assez.", ar: "لم يبق منه ما يكفي.", en: "There is not enough left."
    };
pub const FLEXIBLE: Word = Word {
    fr: "Le contenu de ce pack se choisit dans la boutique, avec JavaScript. Sans lui, commandez-le par téléphone.",
    ar: "يُختار محتوى هذه العلبة في المتجر باستعمال جافاسكريبت. بدونه، اطلبها عبر الهاتف.",
    en: "What this pack holds is chosen in the shop, with JavaScript. Without it, order it by phone.",
};
pub const WAIT: Word =
    Word {
        fr: "Vous venez de commander.", ar: "لقد طلبت قبل قليل.", en: "You have just ordered."
    };
pub const TOO_OFTEN: Word = Word {
    fr: "Trop de demandes à la fois.",
    ar: "طلبات كثيرة دفعة واحدة.",
    en: "Too many requests at once.",
};
/// Whoever changes something would send another order.
pub const IN_DOUBT: Word = Word {
    fr: "On ne sait pas encore si la commande est arrivée. Envoyez-la à nouveau sans rien changer : elle n’est enregistrée qu’une fois. Ou appelez-nous.",
    ar: "لا نعلم بعد إن وصل الطلب. أرسله من جديد دون تغيير أي شيء: لن يسجل إلا مرة واحدة. أو اتصل بنا.",
    en: "It is not known yet whether the order arrived. Send it again and change nothing: it is recorded once. Or call us.",
};
/// The same where there is no form to send.
pub const IN_DOUBT_AGAIN: Word = Word {
    fr: "On ne sait pas encore si la commande est arrivée. Rechargez cette page pour l’envoyer à nouveau : elle n’est enregistrée qu’une fois. Ou appelez-nous.",
    ar: "لا نعلم بعد إن وصل الطلب. أعد تحميل هذه الصفحة لإرساله من جديد: لن يسجل إلا مرة واحدة. أو اتصل بنا.",
    en: "It is not known yet whether the order arrived. Load this page again to send it once more: it is recorded once. Or call us.",
};
/// Something was changed after an order was recorded.
pub const USED: Word = Word {
    fr: "Une commande est déjà enregistrée avec cette page, telle qu’elle était avant vos changements. Appelez-nous pour la changer. Pour en faire une autre, rouvrez la page.",
    ar: "سُجل طلب بهذه الصفحة كما كانت قبل تغييراتك. اتصل بنا لتغييره. ولطلب آخر أعد فتح الصفحة.",
    en: "An order is recorded with this page already, as it was before your changes. Call us to change it. To make another, open the page again.",
};
pub const AWAY: Word = Word {
    fr: "Cette page n’est pas disponible pour le moment. Réessayez, ou appelez-nous.",
    ar: "هذه الصفحة غير متاحة حاليا. أعد المحاولة أو اتصل بنا.",
    en: "This page is not available for the moment. Try again, or call us.",
};
pub const FAILED: Word = Word {
    fr: "La commande n’a pas pu être envoyée. Réessayez, ou appelez-nous.",
    ar: "تعذر إرسال الطلب. أعد المحاولة أو اتصل بنا.",
    en: "The order could not be sent. Try again, or call us.",
};

/// What a field is called; none of what nobody fills in.
pub fn label(field: &str) -> Option<Word> {
    Some(match field {
        "product" => PRODUCT,
        "combination" => COMBINATION,
        "quantity" => QUANTITY,
        "wilaya" => WILAYA,
        "commune" => COMMUNE,
        "offer" => DELIVERY,
        "lastname" => LASTNAME,
        "firstname" => FIRSTNAME,
        "phone" => PHONE,
        "address" => ADDRESS,
        _ => return None,
    })
}

/// What is wrong with a field.
pub fn fault(field: &str, fault: &str, language: Language) -> String {
    let colon = if language == Language::Fr { " :" } else { ":" };
    let named = label(field).map_or(field, |word| word.to(language));
    format!("{named}{colon} {fault}")
}

/// Why the product can't be ordered by the form.
pub fn obstacle(obstacle: Obstacle, language: Language) -> String {
    match obstacle {
        Obstacle::SoldOut => SOLD_OUT.to(language).to_owned(),
        Obstacle::Awaited(day) => available_from(day, language),
        Obstacle::Flexible => FLEXIBLE.to(language).to_owned(),
    }
}

/// In what numbers a product is ordered, where that is not any: as the app says it. From the first lot is where lots begin anyway.
pub fn rule(rule: QuantityRule, language: Language) -> Option<String> {
    let step = (rule.step() > 1).then_some(rule.step());
    let minimum = (rule.minimum() != rule.step()).then_some(rule.minimum());
    let parts = match language {
        Language::Fr => [
            step.map(|step| format!("par lots de {step}")),
            minimum.map(|least| format!("à partir de {least}")),
            rule.maximum().map(|most| format!("{most} au plus")),
        ],
        Language::Ar => [
            step.map(|step| format!("على دفعات من {step}")),
            minimum.map(|least| format!("ابتداءً من {least}")),
            rule.maximum().map(|most| format!("{most} على الأكثر")),
        ],
        Language::En => [
            step.map(|step| format!("in steps of {step}")),
            minimum.map(|least| format!("from {least}")),
            rule.maximum().map(|most| format!("{most} at most")),
        ],
    };
    let separator = if language == Language::Ar { "، " } else { ", " };
    let told = parts.into_iter().flatten().collect::<Vec<_>>().join(separator);
    let mut letters = told.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect())
}

/// Why so many pieces can't be ordered.
pub fn breach(breach: QuantityBreach, minimum: u32, language: Language) -> String {
    match (breach, language) {
        (QuantityBreach::Minimum(least), Language::Fr) => format!("Trop peu : au moins {least}."),
        (QuantityBreach::Minimum(least), Language::Ar) => format!("قليلة: {least} على الأقل."),
        (QuantityBreach::Minimum(least), Language::En) => format!("Too few: at least {least}."),
        (QuantityBreach::Maximum(most), Language::Fr) => format!("Trop : au plus {most}."),
        (QuantityBreach::Maximum(most), Language::Ar) => format!("كثيرة: {most} على الأكثر."),
        (QuantityBreach::Maximum(most), Language::En) => format!("Too many: at most {most}."),
        (QuantityBreach::Step(step), Language::Fr) => format!("Par lots de {step}, à partir de {minimum}."),
        (QuantityBreach::Step(step), Language::Ar) => format!("على دفعات من {step}، ابتداءً من {minimum}."),
        (QuantityBreach::Step(step), Language::En) => format!("In steps of {step}, from {minimum}."),
    }
}

/// Why to wait, and for how long where that is known.
pub fn wait(why: Word, seconds: Option<u32>, language: Language) -> String {
    let why = why.to(language);
    match (seconds, language) {
        (Some(seconds), Language::Fr) => format!("{why} Attendez {seconds} secondes, puis réessayez."),
        (Some(seconds), Language::Ar) => format!("{why} انتظر {seconds} ثانية ثم أعد المحاولة."),
        (Some(seconds), Language::En) => format!("{why} Wait {seconds} seconds, then try again."),
        (None, Language::Fr) => format!("{why} Attendez un peu, puis réessayez."),
        (None, Language::Ar) => format!("{why} انتظر قليلا ثم أعد المحاولة."),
        (None, Language::En) => format!("{why} Wait a little, then try again."),
    }
}

/// How few are left.
pub fn left(pieces: &str, language: Language) -> String {
    match language {
        Language::Fr => format!("Plus assez de stock : il en reste {pieces}."),
        Language::Ar => format!("لا يكفي المخزون: بقي {pieces}."),
        Language::En => format!("Not enough in stock: {pieces} left."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_told_before_it_is_broken() {
        let rule = |minimum, most, step, language| {
            super::rule(QuantityRule::new(minimum, most, step).expect("a rule"), language)
        };
        let told = Language::ALL.map(|language| rule(12, Some(60), 6, language).expect("told"));
        assert!(told.contains(&"Par lots de 6, à partir de 12, 60 au plus".to_owned()), "{told:?}");
        assert!(told.contains(&"In steps of 6, from 12, 60 at most".to_owned()), "{told:?}");
        assert!(told.contains(&"على دفعات من 6، ابتداءً من 12، 60 على الأكثر".to_owned()), "{told:?}");
        assert_eq!(rule(1, None, 1, Language::Fr), None);
        assert_eq!(rule(1, Some(4), 1, Language::Fr).as_deref(), Some("4 au plus"));
        assert_eq!(rule(1, None, 2, Language::Fr).as_deref(), Some("Par lots de 2, à partir de 1"));
        assert_eq!(rule(3, None, 3, Language::Fr).as_deref(), Some("Par lots de 3"));
    }
}
