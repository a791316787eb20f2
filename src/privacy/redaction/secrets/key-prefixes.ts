// How keys and tokens begin, as their services publish it: sources of regular expressions. What is public by design, such as
// the publishable keys of Stripe or the account id of Twilio, is not among them.
export const KEY_PREFIXES = [
  String.raw`sk-[\w-]{16,256}`, // OpenAI, Anthropic, OpenRouter, DeepSeek
  String.raw`(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{8,256}`, // Stripe
  String.raw`gh[oprsu]_[A-Za-z0-9]{16,256}`, // GitHub
  String.raw`github_pat_\w{16,256}`,
  String.raw`gl(?:pat|rt|dt|ptt|cbt|soat|ft|oas|agent|imt)-[\w.-]{16,256}`, // GitLab
  String.raw`xox[a-z](?:\.[a-z]{4})?-[A-Za-z0-9-]{8,256}`, // Slack
  String.raw`xapp-[A-Za-z0-9-]{8,256}`,
  String.raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`, // Amazon
  String.raw`AIza[\w-]{30,60}`, // Google
  String.raw`ya29\.[\w-]{16,512}`,
  String.raw`1//0[\w-]{24,256}`,
  String.raw`npm_[A-Za-z0-9]{30,60}`,
  String.raw`SG\.[\w-]{16,64}\.[\w-]{16,64}`, // SendGrid
  String.raw`whsec_[A-Za-z0-9+/=]{16,256}`, // Stripe, Svix
  String.raw`hf_[A-Za-z0-9]{24,64}`, // Hugging Face
  String.raw`r8_[A-Za-z0-9]{30,64}`, // Replicate
  String.raw`key-[0-9a-f]{32}(?![0-9a-f])`, // Mailgun
  String.raw`(?:bot)?\d{8,10}:AA[\w-]{30,36}(?![\w-])`, // Telegram
  String.raw`(?:dop|doo|dor)_v1_[a-f0-9]{64}`, // DigitalOcean
  String.raw`[0-9a-f]{32}-us\d{1,2}(?!\d)`, // Mailchimp
  String.raw`dapi[0-9a-f]{32}(?:-\d)?(?![0-9a-f])`, // Databricks
  String.raw`SK[0-9a-f]{32}(?![0-9a-f])`, // Twilio
  String.raw`sq0[a-z]{3}-[\w-]{22,64}`, // Square
  String.raw`EAAA[\w-]{40,128}|EAA[A-Z][A-Za-z0-9]{40,400}`, // Square, Meta
  String.raw`shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{24,64}`, // Shopify
  String.raw`c[ks]_[0-9a-f]{40}(?![0-9a-f])`, // WooCommerce
  String.raw`sl\.[\w-]{40,512}`, // Dropbox
  String.raw`dp\.(?:st|pt|ct|scim|audit)\.[\w.-]{20,128}`, // Doppler
  String.raw`nfp_[A-Za-z0-9]{30,64}`, // Netlify
  String.raw`fo1_[\w-]{30,64}|FlyV1 fm2_[\w+/=,-]{40,1024}`, // Fly.io
  String.raw`secret_[A-Za-z0-9]{40,64}`, // Notion
  String.raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`, // Airtable
  String.raw`key(?=[A-Za-z]{0,13}\d)(?=[a-z0-9]{0,13}[A-Z])[A-Za-z0-9]{14}(?![A-Za-z0-9])`,
  String.raw`ATBB[A-Za-z0-9]{24,64}|ATCTT3x[\w=-]{24,256}`, // Atlassian
  String.raw`tskey-(?:auth|api|client)-[\w-]{16,128}`, // Tailscale
  String.raw`sgp_[\w]{32,128}|tfp_\w{32,128}|vc[pikr]_\w{24,128}|re_[A-Za-z0-9]{8,}_[A-Za-z0-9]{16,64}`, // Sourcegraph, Typeform, Vercel, Resend
  String.raw`[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,128}`, // Terraform Cloud
  String.raw`(?:live|test)_[A-Za-z0-9]{30,64}(?![A-Za-z0-9])`, // Mollie and others
  String.raw`(?:gsk|pplx|ntn|lin_api|figd|figo|sntry[su]|sbp|sb_secret|rubygems|pscale_(?:tkn|pw|oauth)|dckr_(?:pat|oat)|glsa|glc|nvapi|xkeysib|xsmtpsib|PMAK|NRAK|NRJS|GOCSPX|CFPAT|HRKU|ATATT3x|pypi-AgE|hv[sbr]\.|AGE-SECRET-KEY-1|(?:xai|tvly|pul|csk)-|(?:phx|rnd|jina|fw|shippo_live|duffel_live)_|CCIPAT|EZ[AT]K|FLWSECK|ops_eyJ)(?=[_\w=.-]{0,64}\d)[-_\w=.]{20,512}`, // more services
  String.raw`eyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{0,2048})?`, // JSON Web Token (RFC 7519)
  String.raw`eyJpdiI6[\w+/=%-]{24,4096}`, // Laravel
  String.raw`\$(?:[1568y]|2[abxy]|apr1|argon2(?:id|i|d)|pbkdf2[\w-]{0,16}|scrypt|7|md5)\$[\w./$=,+-]{16,256}`, // hashes of passwords (crypt(5))
] as const;
