/** Reads and writes the translations of one article, artist or banner. Every write returns them all. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
	listTranslations,
	removeTranslation,
	saveTranslation,
	type TranslationSubject,
} from '#contract/operator/translations.ts';
import type { Language } from '#contract/values/languages.ts';
import { call } from '../../lib/api/call.ts';

export interface Subject {
	kind: TranslationSubject;
	id: number;
}

const paramsOf = ({ kind, id }: Subject) => ({ subject: kind, subject_id: id });

export const translationsQuery = (subject: Subject) =>
	queryOptions({
		queryKey: ['translations', subject.kind, subject.id],
		queryFn: async ({ signal }) =>
			(await call(listTranslations, { params: paramsOf(subject) }, { signal })).translations,
	});

export interface TranslationBody {
	title: string;
	text_raw: string;
	/** Null for a new translation. */
	version: number | null;
}

export function useSaveTranslation(subject: Subject, language: Language) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (body: TranslationBody) =>
			(await call(saveTranslation, { params: { ...paramsOf(subject), language }, body })).translations,
		onSuccess: (translations) => client.setQueryData(translationsQuery(subject).queryKey, translations),
	});
}

export function useRemoveTranslation(subject: Subject, language: Language) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async () =>
			(await call(removeTranslation, { params: { ...paramsOf(subject), language } })).translations,
		onSuccess: (translations) => client.setQueryData(translationsQuery(subject).queryKey, translations),
	});
}
