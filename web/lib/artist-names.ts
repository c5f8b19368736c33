import { nameIn, type Names, namesIn } from '#contract/values/artist-names.ts';
import { pageLanguage } from '../i18n.ts';

/** An artist's names in the order of the page's language. */
export const namesOf = (artist: Names) => namesIn(pageLanguage(), artist);

export const nameOf = (artist: Names) => nameIn(pageLanguage(), artist);

/** In the place of a picture: the first letter, digit or emoji of a name. It may begin with marks that nobody sees. */
export const initialOf = (name: string) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.exec(name)?.[0] ?? '';
