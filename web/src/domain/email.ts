/** E-mail addresses as the shop takes them (spec 5). */

const EMAIL = /^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$/;

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}
