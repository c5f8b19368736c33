-- A site may have a sign-on network of its own beside Google and LINE. Its subjects begin with the issuer, so that
-- another provider under the same settings makes other people.

alter table fan drop constraint fan_register_platform_check;
alter table fan add constraint fan_register_platform_check
	check (register_platform in ('google', 'line', 'oidc')) not valid;
alter table fan_identity drop constraint fan_identity_provider_check;
alter table fan_identity add constraint fan_identity_provider_check
	check (provider in ('google', 'line', 'oidc')) not valid;
alter table fan validate constraint fan_register_platform_check;
alter table fan_identity validate constraint fan_identity_provider_check;
