"""Holds the preparation of image-text models to PyTorch, with a small CLIP of random weights: deploy/models open-vocabulary
--test."""

import hashlib
import json
import math
import pathlib
import tempfile
import unittest

import vocabulary  # first: it forbids downloads

import numpy
import safetensors.torch
import torch
from PIL import Image

from foodvision import foodnames, imagetext, recognizer

CONFIG = {
    "model_cfg": {
        "embed_dim": 48,
        "vision_cfg": {"image_size": 64, "layers": 3, "width": 64, "patch_size": 16, "head_width": 32},
        "text_cfg": {"context_length": 32, "vocab_size": 49408, "width": 64, "heads": 2, "layers": 2},
    },
    "preprocess_cfg": {"mean": [0.48, 0.46, 0.41], "std": [0.27, 0.26, 0.28], "interpolation": "bicubic",
                       "resize_mode": "squash"},
}
LICENSE = "License of a model of random numbers.\n"
NAMES = [foodnames.Name("en", "rice", "sr28-20045"), foodnames.Name("fr", "ragoût", "fndds-27360000"),
         foodnames.Name("zh", "汤", "fndds-58400000"), foodnames.Name("es", "ensalada", "")]


class VocabularyTests(unittest.TestCase):
    """One model is prepared, and each test looks at one side of it."""

    @classmethod
    def setUpClass(cls) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(3)
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.folder = pathlib.Path(cls.place.name)
        cls.source, cls.target = cls.folder / "tiny", cls.folder / "out"
        cls.source.mkdir()
        open_clip = imagetext.library()
        model = open_clip.model.CLIP(**json.loads(json.dumps(CONFIG["model_cfg"])))
        with torch.no_grad():
            model.visual.proj.mul_(3)
            model.logit_scale.fill_(math.log(50))
        (cls.source / imagetext.CONFIG).write_text(json.dumps(CONFIG))
        safetensors.torch.save_file(model.state_dict(), cls.source / imagetext.WEIGHTS[0])
        (cls.folder / "license").write_text(LICENSE)
        vocabulary.prepare(cls.source, cls.folder / "license", cls.target, NAMES)
        cls.manifest = json.loads((cls.target / "manifest.json").read_text())
        # The model as open_clip itself loads and uses it.
        cls.model, cls.prepared = open_clip.create_model_from_pretrained(f"local-dir:{cls.source}")
        cls.model.eval()
        cls.tokens = open_clip.get_tokenizer(f"local-dir:{cls.source}")

    def test_image_embeddings_equal_those_of_open_clip(self) -> None:
        files, random, found = recognizer.compiled(self.target / "image.xml"), numpy.random.default_rng(1), []
        for _ in range(4):
            spots = Image.fromarray(random.integers(0, 256, (6, 6, 3), dtype=numpy.uint8)).resize((64, 64))
            with torch.no_grad():
                expected = self.model.encode_image(self.prepared(spots)[None], normalize=True)[0].numpy()
            planes = numpy.asarray(spots, numpy.float32).transpose(2, 0, 1)[None]
            found.append(files(planes)["embedding"][0])
            self.assertLess(numpy.abs(found[-1] - expected).max(), 1e-3)
        self.assertGreater(numpy.abs(found[0] - found[1]).max(), 1e-2, "the pictures have one embedding")

    def test_name_embeddings_are_the_mean_of_their_sentences(self) -> None:
        stored = numpy.frombuffer((self.target / "embeddings.f16").read_bytes(), "<f2").reshape(len(NAMES), 48)
        for name, row in zip(NAMES, stored, strict=True):
            texts = [template.format(name.text) for template in imagetext.TEMPLATES[name.language]]
            with torch.no_grad():
                mean = self.model.encode_text(self.tokens(texts), normalize=True).mean(0).numpy()
            self.assertLess(numpy.abs(row - mean / numpy.linalg.norm(mean)).max(), 1e-3, name.text)
        self.assertGreater(numpy.abs(stored[0] - stored[1]).max(), 1e-2, "the names have one embedding")

    def test_manifest_describes_the_files(self) -> None:
        digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.target.iterdir()}
        del digests["manifest.json"]
        self.assertEqual(self.manifest["files"], digests)
        self.assertEqual(set(digests), {"image.xml", "image.bin", "names.tsv", "embeddings.f16"})
        weights = self.source / imagetext.WEIGHTS[0]
        self.assertEqual(self.manifest["sources"][weights.name], hashlib.sha256(weights.read_bytes()).hexdigest())
        self.assertEqual((self.manifest["model"], self.manifest["license"]), ("tiny", LICENSE.strip()))
        self.assertEqual((self.manifest["dimensions"], self.manifest["names"]), (48, 4))
        self.assertEqual(self.manifest["image"]["side"], 64)
        self.assertAlmostEqual(self.manifest["calibration"]["temperature"], 1 / 50, places=5)
        lines = (self.target / "names.tsv").read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[1:], ["en\trice\tsr28-20045", "fr\tragoût\tfndds-27360000", "zh\t汤\tfndds-58400000",
                                     "es\tensalada\t"])

    def test_refusals_leave_the_former_result(self) -> None:
        (self.folder / "empty").write_text("\n")
        before = sorted(path.name for path in self.folder.iterdir())
        for source, license_file, target in (
            (self.source, "empty", self.target), (self.source, "missing", self.target),
            (self.folder, "license", self.target), (self.source, "license", self.source),
        ):
            with self.assertRaises(SystemExit):
                vocabulary.prepare(source, self.folder / license_file, target, NAMES)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), before)
        self.assertTrue((self.target / "manifest.json").is_file())

    def test_names_are_those_of_the_tables(self) -> None:
        names = foodnames.names()
        self.assertEqual(len({(name.language, name.text.casefold()) for name in names}), len(names))
        for wanted in (foodnames.Name("en", "soup", "fndds-58400000"), foodnames.Name("zh", "米饭", "sr28-20045")):
            self.assertIn(wanted, names)
        self.assertGreater(sum(not name.food for name in names), 1_000, "no dishes")
        self.assertFalse([name for name in names if "NFS" in name.text or "NS as to" in name.text])
        self.assertEqual({name.language for name in foodnames.names(("en",))}, {"en"})


if __name__ == "__main__":
    unittest.main()
