import { describe, expect, test } from 'vitest';
import { foundIn } from './redacted.ts';

function secretsIn(text: string): string[] {
  return foundIn(text).flatMap((found) => (found.startsWith('secret: ') ? [found.slice('secret: '.length)] : []));
}

describe('D1: a secret before the word for it', () => {
  test.each([
    ['Sommer2020! is my password', 'Sommer2020!'],
    ['Sommer2020! ist mein altes Passwort', 'Sommer2020!'],
    ["Ete#2020 c'est mon mot de passe", 'Ete#2020'],
    ['Verano2020 es mi contraseña', 'Verano2020'],
    ['Estate2020 è la mia password', 'Estate2020'],
    ['Verao2020 é a minha senha', 'Verao2020'],
    ['Zomer2020 is mijn wachtwoord', 'Zomer2020'],
    ['Lato2020! to moje hasło', 'Lato2020!'],
    ['Sommar2020 är mitt lösenord', 'Sommar2020'],
    ['I use Sommer2020! as the password', 'Sommer2020!'],
    ['Sommer2020! (my password) does nothing', 'Sommer2020!'],
    ['Blue!Horse was not accepted as password', 'Blue!Horse'],
    ['Sakura2020がパスワードです', 'Sakura2020'],
    ['I keep typing Sommer2020! and the password is wrong', 'Sommer2020!'],
    ['4711 is my pin', '4711'],
  ])('D1: %s', (text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });
});

describe('D1: an old secret and a new one', () => {
  test.each([
    ['old password: Alt.2019 new: Neu.2020', ['Alt.2019', 'Neu.2020']],
    ['I changed my password from Alt2019x to Neu2020x', ['Alt2019x', 'Neu2020x']],
    ['Passwort war Alt2019x, jetzt Neu2020x', ['Alt2019x', 'Neu2020x']],
    ['altes Kennwort: Alt.2019, neues: Neu.2020', ['Alt.2019', 'Neu.2020']],
    ['mot de passe: Vieux2019 -> Neuf2020', ['Vieux2019', 'Neuf2020']],
    ['cambié la contraseña de Viejo2019 a Nuevo2020', ['Viejo2019', 'Nuevo2020']],
    ['zmieniłem hasło z Stare2019 na Nowe2020', ['Stare2019', 'Nowe2020']],
    ['سابقا كلمة المرور من Qadim2019 إلى Jadid2020', ['Qadim2019', 'Jadid2020']],
  ])('D1: %s', (text, secrets) => {
    expect(secretsIn(text)).toEqual(secrets);
  });
});

describe('D1: words between', () => {
  test.each([
    ['password for jane@example.org is Sommer2020', 'Sommer2020'],
    ['the password of the shop account in Leeds is Sommer2020', 'Sommer2020'],
    ['das Passwort für jane@example.org lautet Sommer2020', 'Sommer2020'],
    ['la contraseña de jane@example.org es Verano2020', 'Verano2020'],
    ['пароль от почты — Zima2020', 'Zima2020'],
    ['password "blue horse 7" is what I entered', 'blue horse 7'],
    ['PASSWORD_DB=Sommer2020', 'Sommer2020'],
    ['code from the text message: 482910', '482910'],
    ['the code I got by sms is 482 910', '482 910'],
    ['verification code G-482910 came late', 'G-482910'],
    ['ssh pw for the box was Sommer2020', 'Sommer2020'],
  ])('D1: %s', (text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });
});

describe('D1: scripts without spaces', () => {
  test.each([
    ['我的密码是Sommer2020，登录不了', 'Sommer2020'],
    ['密码：Sommer2020', 'Sommer2020'],
    ['비밀번호는 Sommer2020입니다', 'Sommer2020'],
    ['비번 Sommer2020인데요', 'Sommer2020'],
    ['パスワードはSommer2020です', 'Sommer2020'],
    ['我的验证码是482910', '482910'],
    ['인증번호는 482910입니다', '482910'],
    ['認証コードは482910でした', '482910'],
    ['รหัสผ่านคือ Sommer2020', 'Sommer2020'],
    ['מה הסיסמה: Sommer2020', 'Sommer2020'],
  ])('D1: %s', (text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });
});

describe('D1: what people paste', () => {
  test.each([
    ['Cookie: session=9f8a7b6c5d4e3f2a; theme=dark', '9f8a7b6c5d4e3f2a'],
    ['Set-Cookie: PHPSESSID=9f8a7b6c5d4e3f2a; Path=/; HttpOnly', '9f8a7b6c5d4e3f2a'],
    ['Authorization: Basic c29tZXRoaW5nZWxzZQ', 'c29tZXRoaW5nZWxzZQ'],
    ['authorization: 9f8a7b6c5d4e3f2a', '9f8a7b6c5d4e3f2a'],
    ['X-Api-Key: 9f8a7b6c5d4e3f2a', '9f8a7b6c5d4e3f2a'],
    ['curl -u jane:Sommer2020 https://api.example.org', 'jane:Sommer2020'],
    ["curl --user 'jane:Sommer2020' https://api.example.org", 'jane:Sommer2020'],
    ['tool --password Sommer2020 --host db', 'Sommer2020'],
    ['mysql -u root -pSommer2020 shop', 'Sommer2020'],
    ['sshpass -p Sommer2020 ssh root@host', 'Sommer2020'],
    ['https://shop.example/reset?token=9f8a7b6c5d4e3f2a&lang=de', '9f8a7b6c5d4e3f2a'],
    ['https://shop.example/?sid=9f8a7b6c5d4e3f2a', '9f8a7b6c5d4e3f2a'],
    ['user=jane&password=Sommer_Tag&remember=1', 'Sommer_Tag'],
    ['Server=db;Uid=sa;Pwd=Sommer!Tag;Encrypt=true', 'Sommer!Tag'],
    ['kate/Sommer2020 login for the kiosk', 'Sommer2020'],
    ['X-Shop-Auth: 9f8a7b6c5d4e3f2a', '9f8a7b6c5d4e3f2a'],
    ['<password>Sommer2020</password>', 'Sommer2020'],
    ['PIN4711', '4711'],
    ['the token, here it comes: 9f8a7b6c5d4e3f2a1b0c', '9f8a7b6c5d4e3f2a1b0c'],
  ])('D1: %s', (text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });
});

describe('D1: what is no secret', () => {
  test.each([
    'the password page does not load on Windows11',
    'Windows11 is asking for my password again',
    'password reset for order BW-20481234 please',
    'my password has 8 characters and one digit',
    'the new password works now',
    'password: (empty)',
    'the "Forgot password" button and the password "reset" link',
    'Chrome120 does not save the password',
    'I typed it in at 10h30 and the password was wrong',
    'new iPhone12, and the password does not sync',
    'which code do you mean, the one on the box?',
    'promo code SPRING25 and voucher GIFT-77Q2-MM81',
    'my pin is on the way by post since 12.05.2026',
    'the cookie banner: accept=all covers the page',
    'docker run -p 8080:80 nginx',
    'ls -a /var/www and tar -u archive',
    'the token is wrong, it says invalid',
    'password for jane is forgotten',
    '2-factor login and the password, both fail',
    '密码错误怎么办，请帮我',
    'I entered my username kate123 but the password mail never came',
    'docker run -u 1000:1000 image1',
    'user/group1 login fails',
    'the token price is 0.25USD',
  ])('D1: %s', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe('D1: near words for them, whatever the sentence', () => {
  test.each([
    ['heslo do pošty mám Zima.2020 a nejde to', 'Zima.2020'],
    ['salasanani Talvi2020 ei toimi', 'Talvi2020'],
    ['ο κωδικός μου είναι Nero2020x', 'Nero2020x'],
    ['Tel2020x a régi jelszavam volt', 'Tel2020x'],
    ['I typed Winter_2021 ten times', 'Winter_2021'],
    ['please log in with Start-9921 today', 'Start-9921'],
    ['is "two green boats" as password too short? I set "two green boats" as password', 'two green boats'],
    ['the three digits on the back are 482', '482'],
    ['user,password\njane,Regen2020', 'Regen2020'],
    ['smtp_pass => Regen2020', 'Regen2020'],
  ])('D1: %s', (text, secret) => {
    expect(secretsIn(text)).toContain(secret);
  });

  test.each([
    'STRIPE_PUBLISHABLE_KEY=pk_live_51Hx0a9Bc8De7Fg6',
    'api_key=YOUR_API_KEY',
    'primary key: user_id1',
    'choose a new password',
    'I changed it yesterday in Berlin2',
    'error code 40418 on the login page',
  ])('D1: stays: %s', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
