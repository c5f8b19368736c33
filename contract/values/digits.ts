/**
 * Converts the full-width digits and marks of East Asian keyboards and no other characters: `²` is not 2. What nobody sees
 * and messengers put around a number is not there, unless it turns the digits around.
 */
export const asciiDigits = (text: string): string =>
	text
		.replaceAll(/[\uFF0B-\uFF19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfe_e0))
		.replaceAll(/(?![\u202A-\u202E\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu, '')
		.trim();
