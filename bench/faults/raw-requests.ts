const post = 'POST /api/article/search/v1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`;

/** What no client library would send: bytes, one character each. */
export const rawRequests: string[] = [
  'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\nHost: a\n\n', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', 'GET  /  HTTP/1.1\r\nHost: a\r\n\r\n', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', '\r\n\r\n\r\n\r\n', '\u0016\u0003\u0001garbage\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, `${post}Content-Length: -1\r\n\r\n`, `${post}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`, `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  `${post}Content-Length: 99999999999999999999\r\n\r\n`, `${post}Content-Length: 4\r\nConnection: close\r\n\r\n\u00ff\u00fe{}`, `${post}Content-Length: 60002\r\nConnection: close\r\n\r\n"${'['.repeat(60_000)}"`, `${post}Content-Length: 60000\r\nConnection: close\r\n\r\n${'['.repeat(60_000)}`, `${post}Content-Encoding: gzip\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  `${post}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`, `${post}Expect: everything\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  get('/%'), get('/%00'), get('/%ED%A0%80'), get('//evil.example/'), get('/\\evil'), get('/..%2f..%2fetc/passwd'), get('/media/../../package.json'), get('/assets/%2e%2e/%2e%2e/package.json'), get('http://evil.example/'), get('*'), get('/api/%zz'), get('/api//categories'), get('/api/auth/callback/%00'), get('/api/auth/session', 'Cookie: =;;=;__proto__=x\r\n'),
  get('/profile', 'Cookie: access_token=%E0%A4%A; user_id=\u00ff\r\n'), get('/', 'Range: bytes=9-1,-0,a-b\r\n'), get('/', 'If-None-Match: "\u00e9, *"\r\nIf-Modified-Since: never\r\n'), get('/', 'Accept-Encoding: br;q=9, *;q=x\r\n'), get('/', 'Host: b\r\n'), get('/', `X: ${'a'.repeat(17_000)}\r\n`), get(`/${'a/'.repeat(3_000)}`), get('/', 'Upgrade: websocket\r\n'),
  'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'HEAD /api/otp/send/phone/9876543210 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\nConnection: close\r\n\r\n%%%=%zz&%', 'POST /contact HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data\r\nContent-Length: 4\r\nConnection: close\r\n\r\n----',
];
