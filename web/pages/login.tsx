export default function LoginPage() {
	return <div className="wrap">login</div>;
}
