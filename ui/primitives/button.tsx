/** Buttons and links that look like buttons. `fan` takes the fandom color around it, `primary` is a site action. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import './button.css';

type ButtonVariant = 'primary' | 'fan' | 'quiet' | 'raised' | 'line';

interface Looks {
	variant?: ButtonVariant;
	large?: boolean;
	block?: boolean;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Looks {
	/** True while an action runs: the label stays, a spinner replaces the icon, further presses do nothing. */
	busy?: boolean;
	icon?: ReactNode;
	ref?: Ref<HTMLButtonElement>;
}

export function Button({
	variant,
	large,
	block,
	busy = false,
	icon,
	className,
	children,
	onClick,
	...rest
}: ButtonProps) {
	return (
		<button
			type="button"
			{...rest}
			className={buttonClass({ variant, large, block }, className)}
			aria-busy={busy || undefined}
			aria-disabled={busy || undefined}
			onClick={busy ? (event) => event.preventDefault() : onClick}
		>
			{busy ? <Spinner /> : icon}
			{children}
		</button>
	);
}

export const buttonClass = ({ variant = 'primary', large, block }: Looks, more = ''): string =>
	`button button-${variant}${large ? ' button-large' : ''}${block ? ' button-block' : ''} ${more}`.trim();

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
	label: string;
	ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, className = '', children, ...rest }: IconButtonProps) {
	return (
		<button type="button" {...rest} aria-label={label} className={`icon-button ${className}`.trim()}>
			{children}
		</button>
	);
}

export function Spinner() {
	return <span className="spinner" aria-hidden="true" />;
}
