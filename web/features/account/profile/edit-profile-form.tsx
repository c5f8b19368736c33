import { Trans, useLingui } from '@lingui/react/macro';
import type { SyntheticEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { email, nickname, type User, updateMe } from '#contract/accounts.ts';
import { Button } from '#ui/primitives/button.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useProblemText } from '../../../lib/api/problem-text.ts';
import { useFields } from './use-fields.ts';
import { call } from '../../../lib/api/call.ts';
import '../account.css';

const rules = { email, name: nickname };

export function EditProfileForm({ user, onDone }: { user: User; onDone: (updated: User) => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const { form, field, check } = useFields(rules, { email: user.email ?? '', name: user.name ?? '' }, user.fan);
	const { mutate, isPending } = useMutation({
		mutationFn: (body: { email: string; name: string }) => call(updateMe, { body }),
	});

	function save(event: SyntheticEvent) {
		event.preventDefault();
		const profile = isPending ? null : check();
		if (!profile) return;
		mutate(profile, {
			onSuccess: (updated) => {
				toast(t`Update Success`, 'success');
				onDone(updated);
			},
			onError: (error) => {
				console.warn('The profile was not changed:', error);
				toast(textOf(error));
			},
		});
	}

	return (
		<form ref={form} className="stack gap-5 mt-6" noValidate onSubmit={save}>
			<TextField label={<Trans>Email</Trans>} type="email" autoComplete="email" {...field('email')} />
			<TextField label={<Trans>Nickname</Trans>} autoComplete="nickname" {...field('name')} />
			<Button type="submit" large block busy={isPending}>{t`Save`}</Button>
		</form>
	);
}
