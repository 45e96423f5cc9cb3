"""``train data``: labelled elements of pictures to samples for fine-tuning."""
