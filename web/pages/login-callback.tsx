export default function LoginCallbackPage() {
	return <div className="wrap">login-callback</div>;
}
