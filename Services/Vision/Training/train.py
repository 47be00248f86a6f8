"""Trains what recognises foods on photos; deploy/train-food runs this in its own virtual environment.

Stages: finder, its boxes on groceries, classifier (minutes to hours; checkpoints in between), mass model, reference
answers. A stage whose result stands in the work directory is not run again.
"""

import argparse
import hashlib
import json
import pathlib
from typing import Any

import numpy
import openvino

from foodvision import classifier, export, finder, mass, pictures, recognizer, stages

SHIPPED = pathlib.Path(__file__).resolve().parent.parent / "Models" / "food"
# Whose density in the shipped densities.json comes from ECUSTFD, as its source says.
MEASURED = {"apple", "banana", "bread", "bun", "doughnut", "egg", "fried dough twist", "kiwi", "lemon", "litchi", "mango",
            "mooncake", "orange", "peach", "pear", "plum", "sachima", "tomato"}


def main() -> None:
    """Runs every stage whose result is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder with labels.jsonl, images and models")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for results in between")
    parser.add_argument("--output", type=pathlib.Path, required=True, help="folder for what the service reads")
    parser.add_argument("--licensed-only", action="store_true", help="Grocery (MIT) and Nutrition5k (CC-BY-4.0) alone")
    parser.add_argument("--lessons", type=pathlib.Path, help="what fmctl lessons export wrote; trained with beside the data")
    parser.add_argument("--only", choices=("classifier", "finder", "mass"),
                        help="the finder alone; all but the finder; or the mass model. What is left out has to lie in --output")
    parser.add_argument("--threads", type=int, default=stages.THREADS)
    options = parser.parse_args()
    stages.prepare(options.threads)
    data = pictures.read(options.data, options.licensed_only, options.lessons)
    kind = "licensed" if options.licensed_only else "all"
    if options.lessons is not None:  # other lessons are another training
        kind += "-" + hashlib.sha256((options.lessons / "labels.jsonl").read_bytes()).hexdigest()[:12]
    work = options.work / kind
    models = options.data / "models"
    if options.only == "mass":
        finish(weigh(recognizer.Recognizer(options.output), data), options)
        return
    if options.only != "classifier":
        found = stages.stage(work / "finder.pt", "finder", lambda: finder.train(models, data, work / "finder"))
        export.finder_files(finder.restored(models, found), options.output)
    if options.only == "finder":
        return
    named = stages.stage(work / "classifier.pt", "classifier",
                         lambda: name(recognizer.compiled(options.output / "finder.xml"), data, work))
    stages.say("export")
    export.classifier_files(classifier.restored(named), options.output, options.licensed_only)
    finish(stages.stage(work / "mass.pt", "mass", lambda: weigh(recognizer.Recognizer(options.output), data)), options)


def finish(priors: dict[str, object], options: argparse.Namespace) -> None:
    """Writes the mass model, the densities beside it and the reference answers."""
    text = json.dumps(priors, indent=None, separators=(",", ":")).replace('},"', '},\n"')
    (options.output / "priors.json").write_text(text + "\n", encoding="utf-8")
    if options.output.resolve() != SHIPPED:
        (options.output / "densities.json").write_text(densities(options), encoding="utf-8")
    export.reference(options.output)
    stages.say(f"done: {options.output}")


def name(find: openvino.CompiledModel, data: pictures.DataSet, work: pathlib.Path) -> dict[str, Any]:
    """The classifier, trained on given boxes, on the finder's own and on whole photos."""
    boxes = stages.stage(work / "boxes.pt", "the finder's boxes on groceries", lambda: {
        data.path(record): [box.tolist() for box in recognizer.boxes_of(find, pictures.picture(data.path(record)))]
        for split in ("train", "val") for record in data.of(split, "grocery")})
    shown = {split: pictures.crops(data, split) + pictures.views(data, split, boxes) for split in ("train", "val")}
    return classifier.train(shown["train"], shown["val"], work / "classifier")


def densities(options: argparse.Namespace) -> str:
    """The shipped densities.json, which nothing is trained for; for licensed data alone without what others' data told."""
    shipped = json.loads((SHIPPED / "densities.json").read_text(encoding="utf-8"))
    if options.licensed_only:
        shipped["foods"] = {name: food for name, food in shipped["foods"].items() if name not in MEASURED}
        shipped["source"] = "our own estimates"
    return json.dumps(shipped, indent=2, ensure_ascii=False) + "\n"


def weigh(files: recognizer.Recognizer, data: pictures.DataSet) -> dict[str, object]:
    """The mass model as priors.json holds it: fitted on the training split, its ranges on the validation split too."""
    samples, dishes = [], []
    for split in ("train", "val"):
        for record in data.of(split, "ecust"):
            photo = pictures.picture(data.path(record))
            found = files.find(photo)
            for item in record["objects"]:
                box = numpy.array(item["box"])
                _, embedding = files.name(recognizer.crop_of(photo, box))
                seen = mass.Seen(box, (photo.shape[1], photo.shape[0]), files.vessel(found, box), embedding)
                samples.append(
                    mass.Sample(pictures.name_of(item["cls"]), item["object_id"], item["mass_g"], seen, split == "train"))
    for record in data.of("train", "nutrition5k"):
        dish = mass.dish_of(files.name, pictures.picture(data.path(record)))
        dishes.append((dish, record["dish_mass_g"], record["group_id"]))
    return mass.fit(samples, dishes)


if __name__ == "__main__":
    main()
