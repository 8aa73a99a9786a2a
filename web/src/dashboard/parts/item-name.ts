interface Named {
  productName: string;
  combinationName: string;
}

/** `Rouge mat, Grenade`. */
export function itemName({ productName, combinationName }: Named): string {
  return [productName, combinationName].filter(Boolean).join(', ');
}
