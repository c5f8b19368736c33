import { PrivacyPolicy } from '../features/legal/privacy.tsx';
import { useProductName } from '../lib/site/get-site.ts';

export default function PrivacyPolicyPage() {
	return <PrivacyPolicy product={useProductName()} />;
}
