-- short lock: 170,000 words are indexed in less than a second, and only indexing a text writes them.
CREATE INDEX "search_words_first_sound" ON "search_words" USING btree (("sound_keys"[1]) text_pattern_ops) WHERE not is_body_only and word ~>~ '~';
