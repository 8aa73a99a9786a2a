//! What a sized shop sells and who buys it, in words.

/// French, Arabic, English.
pub type Words = [&'static str; 3];

/// A kind of goods.
#[derive(Debug)]
pub struct Kind {
    pub name: Words,
    pub slug: &'static str,
    /// Dinars, from and to.
    pub price: (i64, i64),
    pub choice: &'static Choice,
}

/// What its combinations differ in.
#[derive(Debug)]
pub struct Choice {
    /// Machine name of the attribute.
    pub kind: &'static str,
    pub label: Words,
    /// With the colour to show, if it is one.
    pub values: &'static [(Words, &'static str)],
}

static COLOURS: Choice = Choice {
    kind: "color",
    label: ["Couleur", "اللون", "Colour"],
    values: &[
        (["Noir", "أسود", "Black"], "#1c1c1c"),
        (["Blanc", "أبيض", "White"], "#fafafa"),
        (["Rouge", "أحمر", "Red"], "#b3202c"),
        (["Bleu nuit", "أزرق ليلي", "Midnight blue"], "#1d2b53"),
        (["Vert olive", "أخضر زيتوني", "Olive green"], "#6b7a3a"),
        (["Sable", "رملي", "Sand"], "#d8c3a0"),
    ],
};
static SIZES: Choice = Choice {
    kind: "size",
    label: ["Taille", "المقاس", "Size"],
    values: &[
        (["S", "S", "S"], ""),
        (["M", "M", "M"], ""),
        (["L", "L", "L"], ""),
        (["XL", "XL", "XL"], ""),
        (["XXL", "XXL", "XXL"], ""),
    ],
};
static VOLUMES: Choice = Choice {
    kind: "volume",
    label: ["Contenance", "السعة", "Volume"],
    values: &[
        (["30 ml", "30 مل", "30 ml"], ""),
        (["50 ml", "50 مل", "50 ml"], ""),
        (["100 ml", "100 مل", "100 ml"], ""),
        (["200 ml", "200 مل", "200 ml"], ""),
    ],
};

pub static KINDS: [Kind; 20] = [
    kind(["Eau de parfum", "ماء عطر", "Eau de parfum"], "parfum", (2_500, 12_000), &VOLUMES),
    kind(["Crème visage", "كريم الوجه", "Face cream"], "creme", (800, 4_500), &VOLUMES),
    kind(["Huile pour cheveux", "زيت الشعر", "Hair oil"], "huile", (600, 3_000), &VOLUMES),
    kind(["Savon", "صابون", "Soap"], "savon", (150, 900), &VOLUMES),
    kind(["Bougie parfumée", "شمعة معطرة", "Scented candle"], "bougie", (700, 3_500), &COLOURS),
    kind(["Vase", "مزهرية", "Vase"], "vase", (1_200, 9_000), &COLOURS),
    kind(["Tasse", "كوب", "Cup"], "tasse", (350, 1_800), &COLOURS),
    kind(["Lampe", "مصباح", "Lamp"], "lampe", (1_900, 14_000), &COLOURS),
    kind(["Coussin", "وسادة", "Cushion"], "coussin", (900, 4_000), &COLOURS),
    kind(["Plaid", "بطانية", "Throw"], "plaid", (1_800, 8_000), &COLOURS),
    kind(["Robe", "فستان", "Dress"], "robe", (2_500, 15_000), &SIZES),
    kind(["Chemise", "قميص", "Shirt"], "chemise", (1_800, 7_000), &SIZES),
    kind(["Pantalon", "سروال", "Trousers"], "pantalon", (2_000, 8_500), &SIZES),
    kind(["Veste", "سترة", "Jacket"], "veste", (4_000, 22_000), &SIZES),
    kind(["Baskets", "حذاء رياضي", "Trainers"], "baskets", (3_500, 19_000), &SIZES),
    kind(["Sac à main", "حقيبة يد", "Handbag"], "sac", (2_200, 16_000), &COLOURS),
    kind(["Montre", "ساعة", "Watch"], "montre", (3_000, 45_000), &COLOURS),
    kind(["Écouteurs", "سماعات", "Earphones"], "ecouteurs", (1_500, 18_000), &COLOURS),
    kind(["Coque de téléphone", "غطاء هاتف", "Phone case"], "coque", (400, 2_500), &COLOURS),
    kind(["Chargeur", "شاحن", "Charger"], "chargeur", (700, 5_500), &COLOURS),
];

const fn kind(name: Words, slug: &'static str, price: (i64, i64), choice: &'static Choice) -> Kind {
    Kind { name, slug, price, choice }
}

pub const STYLES: [Words; 20] = [
    ["classique", "كلاسيكي", "classic"],
    ["artisanal", "حرفي", "handmade"],
    ["d’été", "صيفي", "summer"],
    ["d’hiver", "شتوي", "winter"],
    ["de voyage", "للسفر", "travel"],
    ["quotidien", "يومي", "everyday"],
    ["de fête", "للحفلات", "festive"],
    ["royal", "ملكي", "royal"],
    ["léger", "خفيف", "light"],
    ["ancien", "عتيق", "vintage"],
    ["moderne", "عصري", "modern"],
    ["berbère", "أمازيغي", "Amazigh"],
    ["saharien", "صحراوي", "Saharan"],
    ["andalou", "أندلسي", "Andalusian"],
    ["côtier", "ساحلي", "coastal"],
    ["enfant", "للأطفال", "kids"],
    ["premium", "ممتاز", "premium"],
    ["compact", "صغير", "compact"],
    ["double", "مزدوج", "double"],
    ["naturel", "طبيعي", "natural"],
];

pub const NOTES: [Words; 24] = [
    ["jasmin", "ياسمين", "jasmine"],
    ["ambre", "عنبر", "amber"],
    ["figuier", "تين", "fig"],
    ["oranger", "برتقال", "orange blossom"],
    ["cèdre", "أرز", "cedar"],
    ["oud", "عود", "oud"],
    ["rose", "ورد", "rose"],
    ["menthe", "نعناع", "mint"],
    ["safran", "زعفران", "saffron"],
    ["argan", "أرغان", "argan"],
    ["grenade", "رمان", "pomegranate"],
    ["olivier", "زيتون", "olive"],
    ["miel", "عسل", "honey"],
    ["vanille", "فانيليا", "vanilla"],
    ["eucalyptus", "أوكالبتوس", "eucalyptus"],
    ["musc", "مسك", "musk"],
    ["cuir", "جلد", "leather"],
    ["lin", "كتان", "linen"],
    ["laine", "صوف", "wool"],
    ["cuivre", "نحاس", "copper"],
    ["céramique", "خزف", "ceramic"],
    ["bambou", "خيزران", "bamboo"],
    ["coton", "قطن", "cotton"],
    ["terre cuite", "طين", "terracotta"],
];

pub const TAGS: [&str; 12] = [
    "cadeau", "ramadan", "mariage", "soldes", "nouveau", "local", "vegan", "bureau", "plage", "hiver",
    "enfants", "coffret",
];

pub const BRAND_HEADS: [&str; 40] = [
    "Dar",
    "Beit",
    "Atlas",
    "Casbah",
    "Tell",
    "Hoggar",
    "Tassili",
    "Aurès",
    "Djurdjura",
    "Sirocco",
    "Mzab",
    "Numidia",
    "Cirta",
    "Icosium",
    "Yasmina",
    "Nour",
    "Kahina",
    "Lalla",
    "Zahra",
    "Amel",
    "Rym",
    "Safa",
    "Ines",
    "Malek",
    "Tariq",
    "Samy",
    "Rahla",
    "Oasis",
    "Palmier",
    "Corail",
    "Azur",
    "Lune",
    "Soleil",
    "Étoile",
    "Perle",
    "Sable",
    "Cèdre",
    "Olive",
    "Ambre",
    "Safran",
];

pub const BRAND_TAILS: [&str; 50] = [
    "Studio", "Maison", "Atelier", "Home", "Beauty", "Paris", "Alger", "Oran", "Sport", "Mobile", "Tech",
    "Kids", "Nature", "Bio", "Luxe", "Mode", "Cuir", "Bois", "Verre", "Textile", "Lab", "House", "Factory",
    "Market", "Design", "Concept", "Line", "Wear", "Care", "Pro", "Plus", "One", "Premium", "Classic",
    "Urban", "Style", "Art", "Craft", "Gold", "Silver", "Green", "Blue", "Star", "City", "Sud", "Nord",
    "Est", "Ouest", "Mer", "Terre",
];

pub const DEPARTMENTS: [Words; 10] = [
    ["Parfumerie", "العطور", "Fragrance"],
    ["Soins et santé", "العناية والصحة", "Care and health"],
    ["Mode femme", "أزياء نسائية", "Women"],
    ["Mode homme", "أزياء رجالية", "Men"],
    ["Enfants", "الأطفال", "Children"],
    ["Décoration", "الديكور", "Decoration"],
    ["Cuisine", "المطبخ", "Kitchen"],
    ["Électronique", "الإلكترونيات", "Electronics"],
    ["Sport et loisirs", "الرياضة والترفيه", "Sport and leisure"],
    ["Bijoux et montres", "المجوهرات والساعات", "Jewellery and watches"],
];

pub const FIRST_NAMES: [&str; 24] = [
    "Amina",
    "Yacine",
    "Lydia",
    "Mohamed",
    "Sabrina",
    "Riad",
    "Meriem",
    "Walid",
    "أمينة",
    "كريم",
    "Imene",
    "Sofiane",
    "Nesrine",
    "Bilal",
    "فاطمة",
    "Hichem",
    "Khadidja",
    "Nabil",
    "Souad",
    "Farid",
    "مريم",
    "Rania",
    "Djamel",
    "Leila",
];

pub const LAST_NAMES: [&str; 24] = [
    "Benali",
    "Haddad",
    "Ait Ouali",
    "Mansouri",
    "Cherif",
    "Belkacem",
    "Saadi",
    "Bouzid",
    "بن عمر",
    "Khelifi",
    "Rahmani",
    "Zerrouki",
    "بلقاسم",
    "Hamidi",
    "Boudiaf",
    "Meziane",
    "Kaci",
    "Toumi",
    "حداد",
    "Brahimi",
    "Slimani",
    "Ferhat",
    "Larbi",
    "Ziani",
];
