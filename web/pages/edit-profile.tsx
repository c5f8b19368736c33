import { useLingui, Trans } from '@lingui/react/macro';
import { useNavigate, useSearchParams } from 'react-router';
import { AccountData } from '../features/account/account-data.tsx';
import { SessionList } from '../features/account/session-list.tsx';
import { BackLink } from '../lib/elements/back-link.tsx';
import { type SignedInUser, useSession, useLogOut } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { LEAVING, paths, type WayBack } from '../paths.ts';
import type { SyntheticEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { email, nickname, type User, updateMe } from '#contract/accounts.ts';
import { Button } from '#ui/primitives/button.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useProblemText } from '../lib/api/problem-text.ts';
import { useFields } from '../features/account/profile/use-fields.ts';
import { call } from '../lib/api/call.ts';
import './account.css';
import '../features/account/account.css';

export default function EditProfilePage() {
	const { t } = useLingui();
	usePageTitle(t`Edit Profile`);
	const { user, update } = useSession();
	const navigate = useNavigate();
	const logOut = useLogOut();
	const [search, setSearch] = useSearchParams();
	const signInAgain = () => {
		const state: WayBack = { from: paths.leaving };
		void navigate(paths.login, { state });
	};
	if (!user) return null;
	return (
		<div className="wrap">
			<div className="edit-profile">
				<BackLink to={paths.account}>{t`My Account`}</BackLink>
				<section className="panel account-panel">
					<h1>{t`Edit Profile`}</h1>
					<EditProfileForm
						user={user}
						onDone={(updated) => {
							update(updated);
							void navigate(paths.account, { replace: true });
						}}
					/>
				</section>
				<SessionList />
				<AccountData
					user={user}
					onLeft={logOut}
					deleting={search.has(LEAVING)}
					onDeleting={(deleting) => setSearch(deleting ? { [LEAVING]: '1' } : {}, { replace: true })}
					onSignInAgain={signInAgain}
				/>
			</div>
		</div>
	);
}

const rules = { email, name: nickname };

function EditProfileForm({ user, onDone }: { user: SignedInUser; onDone: (updated: User) => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const { form, field, check } = useFields(rules, { email: user.email ?? '', name: user.name ?? '' }, user.fan);
	const { mutate, isPending } = useMutation({
		mutationFn: (body: { email: string; name: string }) => call(updateMe, { body }, { token: user.token }),
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
