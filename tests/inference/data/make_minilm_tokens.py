"""Makes minilm_tokens.json: the token ids of the model's own tokenizer for awkward strings.

    pip install tokenizers==0.23.3
    python make_minilm_tokens.py <folder of all-MiniLM-L6-v2> > minilm_tokens.json

Needed only when the list of strings changes.
"""

import json
import sys

from tokenizers import Tokenizer

MAX_TOKENS = 256  # of sentence_bert_config.json

STRINGS = [
    "hello world",
    "The quick brown fox jumps over the lazy dog.",
    "",
    " ",
    "  \t\n\r  ",
    "a",
    # accents, composed and decomposed
    "Hokkaidō",
    "Hokkaido",
    "Hokkaido\u0304",
    "Zażółć gęślą jaźń",
    "Łódź",
    "Lodz",
    "Ngô Bảo Châu",
    "Ngo\u0302 Ba\u0309o Cha\u0302u",
    "tiếng Việt",
    "café",
    "cafe\u0301",
    "Zürich",
    "Zu\u0308rich",
    "naïve façade coöperate",
    "Ångström",
    # case that changes the letter or its length
    "İstanbul",
    "ISTANBUL",
    "ıstanbul",
    "Straße",
    "STRASSE",
    "ẞ",
    "ΑΣ ΟΔΥΣΣΕΥΣ",
    "Привет, Мир! Ёлка",
    "ŐŰ őű",
    "ǅ ǈ ǋ",
    # ideographs and other scripts
    "東京タワー",
    "我住在北京。",
    "東京tower2024年",
    "\U00020000\U0002a6d6",
    "\uf900\ufa30",
    "회의는 월요일",
    "\u1112\u116c\u110b\u1174\u1102\u1173\u11ab",
    "ภาษาไทย ก็",
    "हिन्दी भाषा",
    "العَرَبِيَّة",
    "עִבְרִית",
    "が行 カ\u3099",
    # emoji
    "I love it 🎉🥰👩‍👩‍👧 ❤️",
    "☃ ★ ✓",
    # white space, controls, invisible characters
    "tab\there\nnew\r\nline",
    "no\u00a0break\u2003space\u3000wide\u2028line",
    "vertical\u000btab form\u000cfeed next\u0085line",
    "nul\u0000inside",
    "bell\u0007 escape\u001b[31m",
    "soft\u00adhyphen zero\u200bwidth joiner\u200d bom\ufeff",
    "right\u202eto left",
    "replacement\ufffdcharacter private\ue000use",
    # punctuation and symbols
    "don't stop—believin' (1981): “journey”…",
    "C++20, C#, f(x) = x^2 + y_0; a<b && c>=d | ~e `f`",
    "user@example.com https://example.org/a?b=c&d=%20#frag",
    "$5.00 €10 £7 100% ½ ² ™ ©",
    "¿Qué? ¡Sí! «oui»",
    "ﬁle ﬂow ＡＢＣ １２３",
    "\u037e \u1fef \u226e",
    "don\u2019t",
    # words of the vocabulary's own marks
    "##ing ing ▁the a▁the",
    "[unused1] ( [ ] )",
    # long words and long texts
    "x" * 100,
    "x" * 101,
    "a" * 10000,
    "antidisestablishmentarianism " * 3,
    "word " * 254,
    "word " * 255,
    "memory of " * 300,
    # unknown to the vocabulary
    "ꙮ ᚠᚢᚦ",
]


def main():
    tokenizer = Tokenizer.from_file(sys.argv[1] + "/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    cases = [{"text": text, "ids": tokenizer.encode(text).ids} for text in STRINGS]
    print("[")
    print(",\n".join(json.dumps(case, separators=(",", ":")) for case in cases))
    print("]")


main()
