import { TermsOfService } from '../features/legal/terms.tsx';
import { useProductName } from '../lib/site/get-site.ts';

export default function TermsOfServicePage() {
	return <TermsOfService product={useProductName()} />;
}
