"""A hundred texts that try to become something else than text: in HTML, in a script, in JSON, in CSV, on the eye.

Bytes, because some are not UTF-8. Written for this project."""

MARKUP = [
    "<script>alert(1)</script>", "</script><script>alert(2)</script>", "<SCRIPT SRC=x></SCRIPT>", "<scr<script>ipt>",
    "<img src=x onerror=alert(3)>", "<svg onload=alert(4)>", "<svg><script>alert(5)</script></svg>",
    "<body onload=alert(6)>", "<iframe src=javascript:alert(7)></iframe>", "<object data=x></object>",
    "<embed src=x>", "<link rel=stylesheet href=x>", "<meta http-equiv=refresh content=0>", "<base href=//x/>",
    "<form action=x><input type=submit>", "<details open ontoggle=alert(8)>", "<math><mi xlink:href=x>",
    "<style>*{display:none}</style>", "</style><script>alert(9)</script>", "<template><script>x</script></template>",
    "<textarea></textarea><b>", "</title><script>alert(10)</script>", "<noscript><p title='</noscript><b>'>",
    "<plaintext>", "<xmp>", "<!-- open comment", "--><b>", "<!--><b>", "<![CDATA[<b>]]>", "<?php echo 1 ?>",
    "<!DOCTYPE html>", "<a href=javascript:alert(11)>x</a>", "<table><td>cell", "</td></tr></table><b>", "</details>",
    "</main></body></html>", "<del>struck", "</ins></div></div>", "<bdi>", "</bdi><b>",
]
ATTRIBUTES = [
    "\" onmouseover=\"alert(12)", "' onfocus='alert(13)' autofocus='", "` onload=`alert(14)", "x\"><b>", "x'><b>",
    "x onclick=alert(15) ", "\"/><script>alert(16)</script>", "&quot; onload=1", "&#34;&#62;&#60;b&#62;", "=\"\"",
    "javascript:alert(17)", "data:text/html,<script>alert(18)</script>", "data:text/html;base64,PGI+", "vbscript:x",
    "#difference-1\" id=\"x", "//example.invalid/x.js",
]
ENTITIES = ["&lt;script&gt;alert(19)&lt;/script&gt;", "&amp;lt;b&amp;gt;", "&#x3c;b&#x3e;", "&lt", "&notanentity;", "&"]
SCRIPTS = [
    "\";alert(20);//", "';alert(21);//", "\\\";alert(22);//", "\\u003cscript\\u003e", "\\x3cb\\x3e", "${alert(23)}",
    "`${alert(24)}`", "{{constructor.constructor('alert(25)')()}}", "{% include x %}", "<%= x %>", "#{x}", "@page_style@",
    "]]>", "*/alert(26)/*", "__proto__", "constructor", "toString", ")page\"", "%s%n%x", "{}{0}{:d}",
    "line\u2028separator", "paragraph\u2029separator", "null", "true", "-1e999",
]
CSV = ["=1+1", "+1", "-1", "@SUM(A1)", "=HYPERLINK(\"x\",\"y\")", "a,b\",\"c", "\ttab", "two\nlines", "carriage\rreturn"]
INVISIBLE = [
    "\u202etxt.exe", "\u2066isolate\u2069", "\u200bzero\u200dwidth", "\ufeffmark", "\x00nul", "\x1b[31mred\x1b[0m",
    "bell\x07", "\x7fdelete", "\x85next", "\U000e0041\U000e0042tags", "\ufffe", "soft\u00adhyphen",
]
NOT_UTF8 = [b"\xff\xfe<b>", b"\xc0\xbcscript\xc0\xbe", b"\xe0\x80\xbcb>", b"trunc\xe6\x98", b"\xed\xa0\x80<b>", b"\xf8\x88\x80\x80\x80"]

ATTACKS = [text.encode() for text in MARKUP + ATTRIBUTES + ENTITIES + SCRIPTS + CSV + INVISIBLE] + NOT_UTF8
assert len(ATTACKS) >= 100
