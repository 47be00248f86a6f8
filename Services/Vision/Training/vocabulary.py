"""Prepares an image-text model for recognizing foods by name; deploy/models open-vocabulary runs it."""

import argparse
import hashlib
import json
import os
import pathlib
import shutil
from collections.abc import Callable

# Nothing is downloaded, not even by libraries that would.
os.environ |= {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}

import numpy  # noqa: E402

from foodvision import foodnames, imagetext, stages  # noqa: E402

EVERY = 1024  # names between two lines of progress


def main() -> None:
    """Reads the options and prepares a model."""
    parser = argparse.ArgumentParser(prog="deploy/models open-vocabulary", description=__doc__)
    parser.add_argument("--from", dest="source", type=pathlib.Path, required=True, metavar="MODEL_DIR",
                        help=f"a folder with {imagetext.CONFIG}, the weights, and the tokenizer if it is not CLIP's own")
    parser.add_argument("--license", type=pathlib.Path, required=True, metavar="FILE", help="the text of the model's license")
    parser.add_argument("--to", type=pathlib.Path, required=True, metavar="FOLDER", help="where the result goes")
    parser.add_argument("--languages", default=",".join(foodnames.LANGUAGES),
                        help="languages of the names: en alone for a model that has learnt English only")
    parser.add_argument("--threads", type=int, default=stages.THREADS)
    options = parser.parse_args()
    languages = tuple(options.languages.split(","))
    if not set(languages) <= set(foodnames.LANGUAGES):
        parser.error(f"--languages takes {', '.join(foodnames.LANGUAGES)}")
    stages.prepare(options.threads)
    prepare(options.source, options.license, options.to, foodnames.names(languages))


def prepare(source: pathlib.Path, license_file: pathlib.Path, target: pathlib.Path, names: list[foodnames.Name]) -> None:
    """Writes the image tower, the embeddings of names and the manifest into `target`, all or nothing."""
    terms = license_file.read_text(encoding="utf-8").strip() if license_file.is_file() else ""
    if not terms:
        raise SystemExit(f"{license_file} holds no text: it has to say under which license the model may be used")
    if target.exists() and not (target / "manifest.json").is_file():
        raise SystemExit(f"{target} is not an earlier result, so it is not replaced")
    model = imagetext.ImageText(source)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    draft.mkdir(parents=True)
    try:
        change = model.write_image_tower(draft / "image.xml")
        stages.say(f"{model.name}: image tower of {model.side} pixels, at most {change:.5f} from PyTorch")
        embeddings = model.embeddings([(name.language, name.text) for name in names], said(len(names)))
        (draft / "embeddings.f16").write_bytes(embeddings.astype("<f2").tobytes())
        rows = ["language\tname\tfood"] + [f"{name.language}\t{name.text}\t{name.food}" for name in names]
        (draft / "names.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
        manifest = described(model, terms, names, embeddings, change)
        manifest["files"] = {path.name: digest(path) for path in sorted(draft.iterdir())}
        (draft / "manifest.json").write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        shutil.rmtree(target, ignore_errors=True)
        os.replace(draft, target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    stages.say(f"{len(names)} names of {embeddings.shape[1]} dimensions are in {target}")


def described(
    model: imagetext.ImageText, terms: str, names: list[foodnames.Name], embeddings: numpy.ndarray, change: float
) -> dict[str, object]:
    """What manifest.json says, but for the files."""
    return {
        "version": 1,
        "model": model.name,
        "license": terms,
        "sources": {path.name: digest(path) for path in model.sources},
        "image": {"side": model.side, "interpolation": model.preprocess.get("interpolation"),
                  "resizeMode": model.preprocess.get("resize_mode"), "largestDifference": change},
        "dimensions": embeddings.shape[1],
        "names": len(names),
        "languages": sorted({name.language for name in names}),
        "templates": {language: list(texts) for language, texts in imagetext.TEMPLATES.items()},
        "calibration": model.calibration(),
    }


def said(total: int) -> Callable[[int], None]:
    """Prints how many names are done, now and then."""
    def progress(done: int) -> None:
        if done % EVERY == 0:
            stages.say(f"{done} of {total} names")
    return progress


def digest(path: pathlib.Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    main()
