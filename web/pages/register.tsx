import { useLingui, Trans } from '@lingui/react/macro';
import { Navigate, useNavigate, Link } from 'react-router';
import { type SignedInUser, useSession, wayBack } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import { type SyntheticEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { isProblem } from '#client/call.ts';
import { country, email, nickname, type User, completeRegistration } from '#contract/accounts.ts';
import { AGE_MIN_YEARS } from '#contract/values/constants.ts';
import { Button } from '#ui/primitives/button.tsx';
import { CheckboxField, SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import type { CountryCode } from '#contract/values/countries.ts';
import { countries } from '../lib/countries.ts';
import { useFields } from '../features/account/profile/use-fields.ts';
import { call } from '../lib/api/call.ts';
import { useTurnText } from '../lib/api/problem-text.ts';
import '../features/account/account.css';

export default function RegisterPage() {
	const { t } = useLingui();
	usePageTitle(t`Sign up`);
	const { user, update } = useSession();
	const navigate = useNavigate();
	if (!user) return <Navigate to={paths.login} state={wayBack(paths.home)} replace />;
	if (!user.is_new_user) return <Navigate to={paths.home} replace />;
	return (
		<div className="wrap">
			<section className="panel account-panel">
				<h1>{t`Welcome to the hall`}</h1>
				<p className="muted mt-2">{t`A few words about you, then your seat is ready.`}</p>
				<RegisterForm
					key={user.fan}
					user={user}
					onDone={(registered) => {
						update(registered);
						void navigate(paths.home, { replace: true });
					}}
				/>
			</section>
		</div>
	);
}

/** The sign-up form of a new fan. These two boxes are the only place where consent is given. */
const rules = { email, name: nickname, country };

function RegisterForm({ user, onDone }: { user: SignedInUser; onDone: (registered: User) => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const turnText = useTurnText();
	const kept = { email: user.email ?? '', name: user.name ?? '', country: user.country ?? '' };
	const { form, field, check } = useFields(rules, kept, user.fan);
	const [ticked, setTicked] = useState([false, false]);
	// Boxes that were missing at the last try. The toast goes after two seconds; the mark stays until they are ticked.
	const [tried, setTried] = useState(false);
	const { mutate, isPending } = useMutation({
		mutationFn: (body: { email: string; name: string; country: CountryCode }) =>
			call(completeRegistration, { body }, { token: user.token }),
	});

	const box = (index: number) => ({
		checked: ticked[index],
		error: tried && !ticked[index] ? t`Please tick this box` : null,
		onChange: ({ target }: { target: HTMLInputElement }) => setTicked((present) => present.with(index, target.checked)),
	});

	function submit(event: SyntheticEvent) {
		event.preventDefault();
		if (isPending) return;
		const registration = check();
		setTried(true);
		const missing = ticked.indexOf(false);
		if (missing >= 0) {
			toast(missing === 0 ? t`Please agree to the terms of service` : t`Please agree to the privacy policy`);
			form.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[missing]?.focus();
		}
		if (missing >= 0 || !registration) return;
		mutate(registration, {
			onSuccess: (registered) => {
				toast(t`Register Successfully`, 'success');
				onDone(registered);
			},
			onError: (error) => {
				console.warn('The registration failed:', error);
				if (!isProblem(error, 'sign_in_required')) toast(t`Register failed`, 'error', turnText(error));
			},
		});
	}

	return (
		<form ref={form} className="stack gap-5 mt-6" noValidate onSubmit={submit}>
			<TextField label={<Trans>Email</Trans>} type="email" autoComplete="email" {...field('email')} />
			<TextField label={<Trans>Nickname</Trans>} autoComplete="nickname" {...field('name')} />
			<SelectField label={<Trans>Country</Trans>} autoComplete="country" {...field('country')}>
				<option value="">{t`Select your country`}</option>
				{countries().map(({ code, name }) => (
					<option key={code} value={code}>
						{name}
					</option>
				))}
			</SelectField>
			<div className="stack gap-1">
				<CheckboxField label={<Trans>You must be at least {AGE_MIN_YEARS} years old</Trans>} {...box(0)} />
				<CheckboxField
					label={
						<Trans>
							I accept the{' '}
							<Link to={paths.terms} target="_blank">
								Terms of Service
							</Link>{' '}
							and the{' '}
							<Link to={paths.privacy} target="_blank">
								Privacy Policy
							</Link>
						</Trans>
					}
					{...box(1)}
				/>
			</div>
			<Button type="submit" large block busy={isPending}>{t`Sign up`}</Button>
		</form>
	);
}
