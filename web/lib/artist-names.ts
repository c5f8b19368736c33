import { nameIn, type Names, namesIn } from '#contract/values/artist-names.ts';
import { pageLanguage } from '../i18n.ts';

export const namesOf = (artist: Names) => namesIn(pageLanguage(), artist);

export const nameOf = (artist: Names) => nameIn(pageLanguage(), artist);

export const initialOf = (name: string) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.exec(name)?.[0] ?? '';
