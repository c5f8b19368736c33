/** The gate of the console, and the screens of those who are not let through: one button, to the identity provider of operators. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { isRefusal } from '#client/call.ts';
import { getOperator, signOut } from '#contract/operator/operators/session.ts';
import { problems } from '#contract/problems.ts';
import { Logo } from '#ui/icons.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { call, ErrorText, errorText, listeners, unsaved } from '../lib/api/calls.tsx';
import { DialogBox } from '../lib/dialogs/dialogs.tsx';
import { OperatorContext, operatorQuery, useSignIn } from '../lib/session/operator.tsx';
import { confirmWithPasskey } from '../lib/step-up/step-up.tsx';
import { BASE } from '../nouns.ts';
import { usePageTitle } from '../shell/page.tsx';
import './sign-in.css';

/** Renders the console for operators only. All others see the sign-in screens. */
export function OperatorGate({ children }: { children: ReactNode }) {
	const client = useQueryClient();
	const { data, error, isPending } = useQuery(operatorQuery);
	const [isOver, setOver] = useState(false);
	useEffect(() => {
		// A session that ends during work leads to the sign-in page, which returns to the same screen.
		listeners.sessionEnded = () => {
			if (unsaved.size > 0 || document.querySelector('dialog[open] form')) setOver(true);
			else if (client.getQueryData(operatorQuery.queryKey))
				void client.resetQueries({ queryKey: operatorQuery.queryKey });
		};
	}, [client]);
	const operatorId = data?.operator.operator_id;
	useEffect(() => {
		if (operatorId === undefined) return undefined;
		// In another tab, they sign in again, or somebody else does.
		async function lookAgain() {
			try {
				const { operator } = await call(getOperator, {});
				// The forms are those of another person.
				if (operator.operator_id !== operatorId) window.location.reload();
				setOver(false);
				if (isOver) await client.invalidateQueries();
			} catch {
				// Not yet.
			}
		}
		const look = () => void lookAgain();
		// The answer that told of the end may be older than the sign-in.
		if (isOver) look();
		window.addEventListener('focus', look);
		document.addEventListener('visibilitychange', look);
		return () => {
			window.removeEventListener('focus', look);
			document.removeEventListener('visibilitychange', look);
		};
	}, [isOver, operatorId, client]);
	if (isPending) return <Skeleton className="screen-skeleton" />;
	// Other failures are told, such as no network.
	if (!data) return <SignInPage problem={isRefusal(error) && error.code === 401 ? null : error} />;
	if (!data.entered && data.has_passkey) return <EnterPage email={data.operator.email} />;
	return (
		<OperatorContext value={data}>
			{children}
			{/* Above forms with unsaved changes, until the operator has signed in again. */}
			{isOver && (
				<DialogBox
					title="Your session has ended"
					text="Your unsaved changes are still here. Sign in again in a new tab, then come back to this one."
					onClose={() => setOver(false)}
				>
					<div className="dialog-actions flex wraps gap-2 mt-5">
						<a className={buttonClass({})} href={BASE} target="_blank">
							Sign in
						</a>
					</div>
				</DialogBox>
			)}
		</OperatorContext>
	);
}

function SignInPage({ problem }: { problem: unknown }) {
	usePageTitle('Sign in');
	const begin = useSignIn();
	const failure = begin.error ?? problem;
	return (
		<Frame>
			<h1>Console</h1>
			<p>For the operators of this site. You need an invitation.</p>
			{failure ? <FieldError>{errorText(failure)}</FieldError> : <Refusal />}
			<Button block large busy={begin.isPending} onClick={() => begin.mutate()}>
				Sign in
			</Button>
		</Frame>
	);
}

const Frame = ({ children }: { children: ReactNode }) => (
	<main className="sign-in middle">
		<div className="card sign-in-card stack gap-4 centered">
			<Logo />
			{children}
		</div>
	</main>
);

/** The provider's redirect may carry a refusal in the URL. */
function Refusal() {
	const slug = new URLSearchParams(window.location.search).get('error');
	const refusal = Object.entries(problems).find(([known]) => known === slug)?.[1];
	return refusal ? <FieldError>{refusal.message}</FieldError> : null;
}

/** For an operator who has a passkey and has not used it in this session: it opens the console. */
function EnterPage({ email }: { email: string }) {
	usePageTitle('Confirm that it is you');
	const client = useQueryClient();
	const onSuccess = () => void client.invalidateQueries({ queryKey: operatorQuery.queryKey });
	const enter = useMutation({ mutationFn: confirmWithPasskey, onSuccess });
	const leave = useMutation({ mutationFn: () => call(signOut, {}), onSuccess: () => window.location.assign(BASE) });
	const error = enter.error ?? leave.error;
	return (
		<Frame>
			<h1>Confirm that it is you</h1>
			<p>
				Signed in as <b>{email}</b>. Use your passkey to enter the console.
			</p>
			<ErrorText error={error} />
			<Button block large busy={enter.isPending} onClick={() => enter.mutate()}>
				Use passkey
			</Button>
			<Button block variant="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
				Log out
			</Button>
			<p className="text-xs">Lost your passkey? Ask an owner to delete it. Then sign in again and make a new one.</p>
		</Frame>
	);
}
