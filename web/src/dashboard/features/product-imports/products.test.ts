import { expect, it } from 'vitest';
import { cellsOf } from '@/lib/csv.ts';
import { mappingOf, OWN_COLUMNS, recognised, rememberedAs } from './columns.ts';
import { portionsOf, productsOf } from './products.ts';

function read(text: string) {
  const [headers = [], ...rows] = cellsOf(text, 1_000);
  return productsOf(rows, recognised(headers));
}

it('reads the own columns, with a line for each combination', () => {
  const file =
    'id;combination_id;slug;name_fr;price_ht;sku;option1_name;option1_value\n' +
    "i1;;savon;'=Savon;100.00;;;\ni1;c1;savon;;0.00;S-R;color;Rouge\n;;huile;Huile;50;H;;\n\n";
  expect(read(file)).toEqual([
    {
      line: 2,
      cells: { id: 'i1', slug: 'savon', name_fr: '=Savon', price_ht: '100.00' },
      combinations: [
        {
          line: 3,
          cells: {
            combination_id: 'c1',
            price_ht: '0.00',
            sku: 'S-R',
            option1_name: 'color',
            option1_value: 'Rouge',
          },
        },
      ],
    },
    { line: 4, cells: { slug: 'huile', name_fr: 'Huile', price_ht: '50', sku: 'H' }, combinations: [] },
  ]);
});

it('reads a file of Shopify: the first line is the product and a combination, a picture alone is the product’s', () => {
  const file =
    'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Variant Image\n' +
    'shirt,Shirt,<p>x</p>,Nour,Hauts,true,Size,S,A-S,10.00,https://x/1.jpg,https://x/s.jpg\n' +
    'shirt,,,,,,,M,A-M,12.00,https://x/2.jpg,\nshirt,,,,,,,,,,https://x/3.jpg,\nshirt,,,,,,,,,,https://x/1.jpg,\n' +
    'mug,Mug,,,Cuisine,false,Title,Default Title,M-1,5.00,,\n';
  const [shirt, mug] = read(file);
  expect(shirt).toEqual({
    line: 2,
    cells: {
      slug: 'shirt',
      name_fr: 'Shirt',
      description_fr: '<p>x</p>',
      brand: 'Nour',
      category: 'Hauts',
      active: 'true',
      price_ht: '10.00',
      images: 'https://x/1.jpg|https://x/2.jpg|https://x/3.jpg',
    },
    combinations: [
      {
        line: 2,
        cells: {
          sku: 'A-S',
          price_ht: '0',
          option1_name: 'Size',
          option1_value: 'S',
          images: 'https://x/s.jpg',
        },
      },
      { line: 3, cells: { sku: 'A-M', price_ht: '12.00', option1_name: 'Size', option1_value: 'M' } },
    ],
  });
  expect(mug?.cells).toEqual({
    slug: 'mug',
    name_fr: 'Mug',
    category: 'Cuisine',
    active: 'false',
    sku: 'M-1',
    price_ht: '5.00',
  });
  expect(mug?.combinations).toEqual([]);
});

it('reads a file of WooCommerce: variations name their parent wherever they stand', () => {
  const file =
    'ID,Type,SKU,Name,Published,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s),Images\n' +
    '7,variable,TS,T-shirt,1,,"Vêtements > T-shirts, Promo",,Taille,"S, M","https://x/1.jpg, https://x/2.jpg"\n' +
    '8,simple,MUG,Mug,0,5,Cuisine,,,,\n9,variation,TS-S,T-shirt - S,1,10,,TS,Taille,S,https://x/s.jpg\n10,variation,TS-M,T-shirt - M,1,12,,id:7,Taille,M\n';
  const [shirt, mug] = read(file);
  expect(shirt?.cells).toEqual({
    sku: 'TS',
    name_fr: 'T-shirt',
    active: '1',
    category: 'Vêtements > T-shirts',
    price_ht: '10',
    images: 'https://x/1.jpg, https://x/2.jpg',
  });
  expect(shirt?.combinations?.[0]?.cells.images).toBe('https://x/s.jpg');
  expect(shirt?.combinations?.map(({ line, cells }) => [line, cells.sku, cells.price_ht])).toEqual([
    [4, 'TS-S', '0'],
    [5, 'TS-M', '12'],
  ]);
  expect(mug?.cells.category).toBe('Cuisine');
});

it('remembers what the columns of a file are', () => {
  const headers = ['Article', 'Tarif'];
  expect(mappingOf(headers, [])).toEqual(['', '']);
  const known = rememberedAs(headers, ['name_fr', 'price_ht']);
  expect(mappingOf(headers, known ? [known] : [])).toEqual(['name_fr', 'price_ht']);
  expect(mappingOf(['Article'], known ? [known] : [])).toEqual(['']);
  const later = { heads: headers, meanings: ['a column of a later release', 'sku'] };
  expect(mappingOf(headers, [later])).toEqual(['', 'sku']);
  expect(rememberedAs(['x'.repeat(20_001)], [''])).toBeNull();
  expect(recognised(OWN_COLUMNS)).toEqual(OWN_COLUMNS);
});

it('sends products in portions that the shop takes', () => {
  const product = (text: string) => ({ line: 2, cells: { name_fr: text }, combinations: [] });
  const sizes = (count: number, text: string) =>
    portionsOf(Array.from({ length: count }, () => product(text))).map(({ length }) => length);
  expect(sizes(250, 'a')).toEqual([100, 100, 50]);
  expect(sizes(3, 'ن'.repeat(500_000))).toEqual([1, 1, 1]);
});

it('takes what a line of a combination alone says as said of that', () => {
  const file =
    'slug,option1_name,option1_value,price_ht,active,sku\nfoulard,Couleur,Bleu,1300,no,F-B\n' +
    'foulard,Couleur,Rouge,1200,yes,F-R\n';
  const [scarf] = read(file);
  expect(scarf?.cells).toEqual({ slug: 'foulard' });
  expect(scarf?.combinations?.map(({ cells }) => [cells.price_ht, cells.active, cells.sku])).toEqual([
    ['1300', 'no', 'F-B'],
    ['1200', 'yes', 'F-R'],
  ]);
});

it('makes no combination of what only describes a product of WooCommerce', () => {
  const file =
    'ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n' +
    '8,simple,MUG,Mug,5,,Matière,"Grès, émail"\n';
  const [mug] = read(file);
  expect(mug?.combinations).toEqual([]);
  expect(mug?.cells).toMatchObject({ sku: 'MUG', price_ht: '5' });
});

it('knows the heads of a French shop, and that a published draft is none for sale', () => {
  const heads = ['ID', 'Type', 'UGS', 'Nom', 'Publié', 'Tarif régulier', 'Parent', 'Nom de l’attribut 1'];
  expect(recognised(heads)).toEqual([
    'reference',
    'type',
    'sku',
    'name_fr',
    'active',
    'price_ht',
    'parent',
    'option1_name',
  ]);
  expect(recognised(['Handle', 'Published', 'Status'])).toEqual(['slug', '', 'active']);
});
