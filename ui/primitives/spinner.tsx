/** A loading indicator. Decorative, because the control around it sets `aria-busy`. */
import './spinner.css';

export function Spinner() {
	return <span className="spinner" aria-hidden="true" />;
}
