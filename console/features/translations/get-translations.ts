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
		queryFn: ({ signal }) => call(listTranslations, { params: paramsOf(subject) }, { signal }),
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
		mutationFn: (body: TranslationBody) => call(saveTranslation, { params: { ...paramsOf(subject), language }, body }),
		onSuccess: (reply) => client.setQueryData(translationsQuery(subject).queryKey, reply),
	});
}

export function useRemoveTranslation(subject: Subject, language: Language) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => call(removeTranslation, { params: { ...paramsOf(subject), language } }),
		onSuccess: (reply) => client.setQueryData(translationsQuery(subject).queryKey, reply),
	});
}
