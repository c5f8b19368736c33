export default function RegisterPage() {
	return <div className="wrap">register</div>;
}
