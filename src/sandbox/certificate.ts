// A certificate for localhost that no authority has signed, valid until 2126, with its key: known to everybody, and so
// good for nothing but a sandbox. Made with
// openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgplU/mmL9gNs2POBN
ViOboYawtUHhkkyGRnF73NHdNAyhRANCAARweU7jt90e2B9bz5t1habUW8nNdG/r
N5MBAffrVubB9ed33+7gbRUIAsezKUWW9xa3pc6ZjsjRMaXrIlrJLgr2
-----END PRIVATE KEY-----`;

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIURgksBKH8s+Uyg9/8ZSlntufJx5kwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDE5MzE0NFoYDzIxMjYxMDI3
MTkzMTQ0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARweU7jt90e2B9bz5t1habUW8nNdG/rN5MBAffrVubB9ed33+7gbRUI
AsezKUWW9xa3pc6ZjsjRMaXrIlrJLgr2o28wbTAdBgNVHQ4EFgQUmMIdbOLevTtr
Z3IgGVZVOvYcXJgwHwYDVR0jBBgwFoAUmMIdbOLevTtrZ3IgGVZVOvYcXJgwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgculcUyVcTljiB+cSjphU3Tv82viXD7toMEeLrn9xq9ECIDGU
Sv9YEkM7aa+PRl0AKsql/NB1BBE8g5X3zrPwOg6E
-----END CERTIFICATE-----`;
